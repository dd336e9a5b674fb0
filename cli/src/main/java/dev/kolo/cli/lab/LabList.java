package dev.kolo.cli.lab;

import dev.kolo.cli.Console;
import dev.kolo.cli.ExitCode;
import dev.kolo.fabric.json.JsonWriter;
import dev.kolo.lab.layout.LabHost;
import dev.kolo.lab.layout.LabLayout;
import dev.kolo.lab.state.LabFolder;
import dev.kolo.lab.state.LabState;
import dev.kolo.page.text.Text;
import dev.kolo.remote.process.ProcessRunner;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code kolo lab list}: the hosts of all labs that are up, for people or as JSON. */
@Command(name = "list", description = "Lists the hosts of all labs that are up, or of the one that --lab names.")
final class LabList extends LabVerb {
    @Option(names = "--json", description = "Print JSON: {\"hosts\":[{\"name\":…, \"lab\":…, …}], \"labs\":[…]}.")
    private boolean json;

    @Option(names = "--names", description = "Print the names of one lab's hosts alone, one a line.")
    private boolean names;

    @Override
    int run(ProcessRunner processes) throws IOException {
        if (names) {
            open(processes).layout().hosts().forEach(host -> console().out().println(host.name()));
            return ExitCode.FINE;
        }
        List<LabFolder> running = home().running().stream()
                .filter(lab -> given().isEmpty() || given().get().equals(lab.name()))
                .toList();
        if (json) {
            console().out().print(json(running));
        } else {
            running.forEach(this::print);
            if (running.isEmpty()) {
                tell("No " + given().map(name -> "lab \"" + name + "\"").orElse("lab")
                        + " is up: `kolo lab up` starts one.");
            }
        }
        return ExitCode.FINE;
    }

    private void print(LabFolder folder) {
        Console console = console();
        Optional<LabState> state = folder.state();
        if (state.isEmpty()) {
            console.out()
                    .println(Text.quote(folder.name()) + ": not whole; `kolo lab down --lab "
                            + Text.quote(folder.name()) + "` ends what is left of it");
            return;
        }
        Set<String> alive = folder.running();
        LabState lab = state.get();
        console.out()
                .println(Text.quote(lab.name() + ": " + lab.spec().shape().word() + " of "
                        + lab.spec().hosts() + ", Linux " + lab.kernel() + ", "
                        + lab.acceleration().word()
                        + (lab.ready() ? "" : ", coming up or left behind by a start that failed")));
        for (LabHost host : LabLayout.of(lab.spec()).hosts()) {
            console.out()
                    .println(Text.quote("  " + host.name() + "  " + host.managementAddress() + "  127.0.0.1:"
                            + lab.sshPorts().getOrDefault(host.name(), 0)
                            + (alive.contains(host.name())
                                    ? ""
                                    : "  has ended: see `kolo lab log --lab " + lab.name() + " " + host.name() + "`")));
        }
        console.out().println(Text.quote("  ssh -F " + folder.sshConfig() + " HOST"));
    }

    private static String json(List<LabFolder> running) {
        JsonWriter json = new JsonWriter(JsonWriter.Layout.INDENTED)
                .beginObject()
                .name("hosts")
                .beginArray();
        for (LabFolder folder : running) {
            Set<String> alive = folder.running();
            folder.state()
                    .ifPresent(lab -> LabLayout.of(lab.spec())
                            .hosts()
                            .forEach(host -> json.beginInlineObject()
                                    .field("name", host.name())
                                    .field("lab", lab.name())
                                    .field("address", host.managementAddress().toString())
                                    .field("sshPort", lab.sshPorts().getOrDefault(host.name(), 0))
                                    .field("running", alive.contains(host.name()))
                                    .end()));
        }
        json.end().name("labs").beginArray();
        for (LabFolder folder : running) {
            json.beginObject().field("name", folder.name());
            folder.state()
                    .ifPresent(lab -> json.field("shape", lab.spec().shape().word())
                            .field("ready", lab.ready())
                            .field("acceleration", lab.acceleration().word())
                            .field("kernel", lab.kernel())
                            .field("sshConfig", folder.sshConfig().toString()));
            json.end();
        }
        return json.end().end().text();
    }
}
