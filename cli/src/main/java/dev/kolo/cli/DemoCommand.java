package dev.kolo.cli;

import dev.kolo.cli.demo.DemoFiles;
import dev.kolo.cli.demo.DemoStory;
import dev.kolo.cli.demo.Fault;
import dev.kolo.cli.demo.VirtualRing;
import dev.kolo.cli.demo.WireText;
import dev.kolo.cli.wire.WireDemo;
import dev.kolo.cli.wire.WireScene;
import dev.kolo.page.text.Screen;
import dev.kolo.page.text.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code kolo demo}: a newcomer watches a virtual ring being found, judged, repaired and drawn. */
@Command(
        name = "demo",
        description = {
            "Shows a virtual ring with a planted fault: the doctor finds it, the fix is applied, the ring is drawn.",
            "Then four processes of this machine exchange bytes over the wire, and one of them is killed.",
            "No root, no network and no RDMA are needed; only the output folder is written."
        })
final class DemoCommand implements Callable<Integer> {
    private final Console console;

    @Option(
            names = "--fault",
            paramLabel = "NAME",
            description = "The fault to plant; `list` names them all. Default: two plugs swapped.")
    private Optional<String> fault = Optional.empty();

    @Option(
            names = "--hosts",
            paramLabel = "N",
            description = "How many virtual hosts, 2 to 16. Default: ${DEFAULT-VALUE}.",
            defaultValue = "4")
    private int hosts;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where the report and the virtual hosts' facts go. Default: ${DEFAULT-VALUE}.",
            defaultValue = "kolo-out/demo")
    private String out = "";

    @Option(names = "--no-report", description = "Write no file at all.")
    private boolean noReport;

    @Option(names = "--no-wire", description = "Show the fabric only, and start no rank processes.")
    private boolean noWire;

    DemoCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (fault.filter("list"::equals).isPresent()) {
            console.out().println(String.join("\n", faults().lines(screen())));
            return ExitCode.FINE;
        }
        if (hosts < VirtualRing.MIN_HOSTS || hosts > VirtualRing.MAX_HOSTS) {
            throw KoloException.badInput(
                    "--hosts takes " + VirtualRing.MIN_HOSTS + " to " + VirtualRing.MAX_HOSTS + ", not " + hosts + ".");
        }
        DemoStory story = DemoStory.of(hosts, chosen());
        tell(story.lines(screen()));
        List<WireScene> wire = noWire ? List.of() : playWire();
        tell(story.closing(screen(), noReport ? Optional.empty() : Optional.of(write(story, wire))));
        if (!story.isConvincing()) {
            throw KoloException.failure("the doctor did not see the planted fault "
                    + story.fault().word() + " come and go: that is a fault of Kolo, please report it.");
        }
        return ExitCode.FINE;
    }

    private List<WireScene> playWire() {
        List<WireScene> scenes = new ArrayList<>();
        tell(WireText.opening(screen(), WireDemo.RANKS));
        WireDemo.play(scene -> {
            scenes.add(scene);
            tell(WireText.lines(scene, screen()));
        });
        return scenes;
    }

    /** At once, since the next part may take some seconds. */
    private void tell(List<String> lines) {
        lines.forEach(console.out()::println);
        console.out().flush();
    }

    private Fault chosen() {
        if (fault.isEmpty()) {
            return Fault.usual(hosts);
        }
        String names = Arrays.stream(Fault.values()).map(Fault::word).collect(Collectors.joining(", "));
        Fault wanted = Fault.ofWord(fault.get())
                .orElseThrow(() -> KoloException.badInput(
                        "there is no fault named \"" + screen().quote(fault.get()) + "\"; there are " + names + "."));
        if (hosts < wanted.fewestHosts()) {
            throw KoloException.badInput("the fault " + wanted.word() + " needs at least " + wanted.fewestHosts()
                    + " hosts, and --hosts says " + hosts + ".");
        }
        return wanted;
    }

    private static Table faults() {
        Table table = new Table("Fault", "Hosts", "What is wrong", "The doctor says");
        for (Fault fault : Fault.values()) {
            table.row(
                    fault.word(),
                    fault.fewestHosts() + "+",
                    fault.story(),
                    fault.code().name());
        }
        return table;
    }

    private DemoFiles write(DemoStory story, List<WireScene> wire) {
        Path folder = console.path(out);
        try {
            return DemoFiles.write(story, wire, folder, out, Version.current());
        } catch (IOException e) {
            throw KoloException.failure(
                    "the demo's files could not be written to \"" + screen().quote(folder.toString())
                            + "\" (" + screen().quote(String.valueOf(e.getMessage()))
                            + "); name another folder with --out, or use --no-report.");
        }
    }

    private Screen screen() {
        Console.Style style = console.style();
        return new Screen(style.columns(), style.colour(), style.unicode());
    }
}
