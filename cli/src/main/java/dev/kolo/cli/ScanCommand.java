package dev.kolo.cli;

import dev.kolo.fabric.codec.InventoryJson;
import dev.kolo.fabric.json.JsonWriter;
import dev.kolo.page.text.Screen;
import dev.kolo.page.text.Text;
import dev.kolo.probe.source.Observed;
import dev.kolo.probe.source.ProbeScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code kolo scan}: shows what machines or files say, unjudged, and writes it down as an inventory. */
@Command(
        name = "scan",
        description = {
            "Reads hosts or files and shows what was found, without judging it.",
            "Hosts run a read-only script (see --print-script). Nothing is changed, nothing is sent anywhere."
        },
        footer = {
            "",
            "Examples:",
            "  kolo scan                          this host, or the hosts of kolo.yaml",
            "  kolo scan spark1 spark2            two hosts over ssh",
            "  kolo scan --from pasted/           whatever people sent",
            "  kolo scan --print-script | ssh spark3 sh > spark3.txt"
        })
final class ScanCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private SourceOptions options = new SourceOptions();

    @Option(
            names = "--print-script",
            description = "Print the probe script, for machines without Kolo, and do nothing else.")
    private boolean printScript;

    @Option(names = "--json", description = "Print the inventory as JSON (kolo.inventory/1).")
    private boolean json;

    @Option(names = "--out", paramLabel = "FILE", description = "Also write the inventory as JSON to a file.")
    private Optional<String> out = Optional.empty();

    ScanCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (printScript) {
            console.out().print(ProbeScript.text());
            return ExitCode.FINE;
        }
        Observed observed = options.observe(console);
        ReadingReport report = new ReadingReport(observed.result());
        report.lines().forEach(line -> console.tell(Text.quote(line)));
        if (report.isEmpty()) {
            throw KoloException.badInput("nothing of the input was understood, so there is nothing to show.");
        }
        out.ifPresent(file -> write(file, observed));
        if (json) {
            console.out().print(InventoryJson.write(observed.inventory(), JsonWriter.Layout.INDENTED));
        } else {
            Console.Style style = console.style();
            new ScanText(observed.inventory(), new Screen(style.columns(), style.colour(), style.unicode()))
                    .lines()
                    .forEach(console.out()::println);
        }
        return observed.inventory().unreachable().isEmpty() ? ExitCode.FINE : ExitCode.FINDINGS;
    }

    /** Writes beside the file and then moves, so that nobody ever reads half an inventory. */
    private void write(String name, Observed observed) {
        Path file = console.path(name);
        Path draft = file.resolveSibling(file.getFileName() + ".part");
        try {
            Files.writeString(draft, InventoryJson.write(observed.inventory(), JsonWriter.Layout.INDENTED));
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
            console.tell("Wrote the inventory to " + Text.quote(name) + ".");
        } catch (IOException e) {
            throw KoloException.failure("the inventory could not be written to \"" + Text.quote(name) + "\" ("
                    + Text.quote(String.valueOf(e.getMessage())) + "): name another file with --out.");
        }
    }
}
