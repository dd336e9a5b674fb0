package dev.kolo.cli;

import dev.kolo.doctor.pages.Catalogue;
import dev.kolo.doctor.pages.Page;
import dev.kolo.fabric.finding.Code;
import dev.kolo.page.text.Paint;
import dev.kolo.page.text.Screen;
import dev.kolo.page.text.Table;
import dev.kolo.page.text.Table.Cell;
import dev.kolo.page.text.Text;
import dev.kolo.page.verdict.VerdictWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code kolo explain}: the page of a code, or the list of all codes. */
@Command(
        name = "explain",
        description = "Explains a code of the doctor: what it means, how to see it by hand, how to fix it.",
        footer = {
            "",
            "Examples:",
            "  kolo explain                       all codes, causes before consequences",
            "  kolo explain MTU_MISMATCH"
        })
final class ExplainCommand implements Callable<Integer> {
    private static final int SUGGESTIONS = 3;
    private static final String CODE_INDENT = "    ";

    private final Console console;

    @Parameters(paramLabel = "CODE", arity = "0..1", description = "A code, in any case. Without one all are listed.")
    private Optional<String> code = Optional.empty();

    @Option(names = "--format", paramLabel = "text|markdown", description = "How to print it. Default: text.")
    private String format = "text";

    ExplainCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        boolean markdown = DoctorCommand.isMarkdown(format);
        Screen screen = DoctorCommand.screenOf(console);
        if (code.isEmpty()) {
            Table all = table();
            if (markdown) {
                console.out().print(all.toMarkdown());
            } else {
                all.lines(screen).forEach(console.out()::println);
            }
            return ExitCode.FINE;
        }
        Page page = Catalogue.code(code.get()).flatMap(Catalogue::page).orElseThrow(() -> unknown(code.get()));
        if (markdown) {
            console.out().print(page.markdown());
        } else {
            lines(page, screen).forEach(console.out()::println);
        }
        return ExitCode.FINE;
    }

    private static KoloException unknown(String given) {
        String near =
                Catalogue.nearest(given, SUGGESTIONS).stream().map(Code::name).collect(Collectors.joining(", "));
        return KoloException.badInput("there is no code \"" + Text.quote(given) + "\". Nearest: " + near
                + ". `kolo explain` alone lists them all.");
    }

    private static Table table() {
        Table table = new Table("Code", "Usually", "What is the matter");
        for (Page page : Catalogue.all()) {
            table.row(List.of(
                    new Cell(page.code().name(), Paint.STRONG),
                    Cell.of(VerdictWords.word(page.code().usualSeverity())),
                    Cell.of(page.title())));
        }
        return table;
    }

    private static List<String> lines(Page page, Screen screen) {
        List<String> lines = new ArrayList<>();
        lines.add(screen.paint(Paint.STRONG, page.code().name()) + "  " + screen.finish(page.title()));
        lines.add("");
        wrap(lines, page.meaning(), screen);
        section(lines, "Why it matters", page.matters(), screen);
        section(lines, "See it by hand", page.byHand(), screen);
        section(lines, "Fix", page.fix(), screen);
        section(lines, "Severity", page.severity(), screen);
        if (!page.apart().isEmpty()) {
            section(lines, "Keep apart", page.apart(), screen);
        }
        return lines;
    }

    private static void section(List<String> lines, String heading, String text, Screen screen) {
        lines.add("");
        lines.add(screen.paint(Paint.STRONG, heading));
        StringBuilder prose = new StringBuilder();
        for (String line : text.split("\n", -1)) {
            if (line.startsWith(CODE_INDENT)) {
                wrap(lines, prose.toString(), screen);
                prose.setLength(0);
                lines.add(CODE_INDENT + screen.paint(Paint.GOOD, screen.finish(line.strip())));
            } else {
                prose.append(prose.isEmpty() ? "" : " ").append(line.strip());
            }
        }
        wrap(lines, prose.toString(), screen);
    }

    private static void wrap(List<String> lines, String text, Screen screen) {
        if (!text.isBlank()) {
            Text.wrap(text.strip(), screen.columns() - 2).forEach(line -> lines.add("  " + screen.finish(line)));
        }
    }
}
