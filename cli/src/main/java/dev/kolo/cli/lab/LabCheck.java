package dev.kolo.cli.lab;

import dev.kolo.cli.ExitCode;
import dev.kolo.lab.life.Component;
import dev.kolo.lab.machine.Architecture;
import dev.kolo.lab.machine.Kernel;
import dev.kolo.lab.machine.KernelFinder;
import dev.kolo.lab.machine.Programs;
import dev.kolo.page.text.Text;
import dev.kolo.remote.process.ProcessRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;

/** {@code kolo lab check}: what a lab needs of this machine, what is missing, and how to get it. */
@Command(
        name = "check",
        description = "Says what a lab needs of this machine, what is missing and how to get it. Starts nothing.",
        footer = {"", "Exit code: 0 a lab can be started, 3 something is missing without which none can."})
final class LabCheck extends LabVerb {
    @Override
    int run(ProcessRunner processes) throws IOException {
        Programs programs = Programs.ofMachine();
        Set<String> needed = new LinkedHashSet<>();
        Set<String> useful = new LinkedHashSet<>();
        for (Component component : Component.all()) {
            boolean here = component.isHere(programs);
            if (!here) {
                (component.needed() ? needed : useful).add(component.packageName());
            }
            line(here ? "here" : component.needed() ? "MISSING" : "not here", component.program(), component.purpose());
        }
        Optional<Kernel> kernel = new KernelFinder(processes, programs, home().cache(), Path.of("/")).present();
        line(
                kernel.isPresent() ? "here" : "not here",
                "a kernel",
                kernel.map(found -> found.release() + ", " + found.origin())
                        .orElse("the first `kolo lab up` fetches the package "
                                + Architecture.ofMachine()
                                        .map(Architecture::kernelPackage)
                                        .orElse("?")
                                + " and unpacks it in " + home().cache()));
        boolean kvm = Files.isWritable(Path.of("/dev/kvm"));
        line(
                kvm ? "here" : "not here",
                "/dev/kvm",
                kvm ? "the first `kolo lab up` tries whether it works" : "guests are emulated, some ten times slower");
        if (!useful.isEmpty()) {
            console().out().println("For all of a lab's uses: sudo apt-get install " + String.join(" ", useful));
        }
        if (needed.isEmpty()) {
            console().out().println("A lab can be started.");
            return ExitCode.FINE;
        }
        console()
                .out()
                .println("No lab can be started. Install what is missing: sudo apt-get install "
                        + String.join(" ", needed));
        return ExitCode.REFUSED;
    }

    private void line(String state, String what, String purpose) {
        console().out().println(Text.quote(String.format("%-8s  %-20s  %s", state, what, purpose)));
    }
}
