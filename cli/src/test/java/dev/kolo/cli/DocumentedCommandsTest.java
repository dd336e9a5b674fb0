package dev.kolo.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.cli.architecture.Repository;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/**
 * Every command of Kolo that the README or a page shows is one that it takes: verbs, options and their values. They
 * are read as a user's would be, and not run.
 */
class DocumentedCommandsTest {
    private static final Pattern LINE = Pattern.compile("^ *(?:\\./)?kolo ([a-z-].*)$");
    private static final Pattern INLINE = Pattern.compile("`(?:\\./)?kolo ([a-z][^`]*)`");

    /** What follows a command on its line: a remark, another program, or where its output goes. */
    private static final Pattern REST = Pattern.compile(" +#.*|  .*| [|>&<].*|;.*");

    @Test
    void everyCommandOfThePagesIsOneThatKoloTakes() throws IOException {
        List<String> refused = new ArrayList<>();
        int tried = 0;
        for (Path page : pages()) {
            for (Shown command : commands(Files.readString(page))) {
                tried++;
                String said = refusal(command.words(), command.named());
                if (!said.isEmpty()) {
                    refused.add(page.getFileName() + ": kolo " + command.words() + ": " + said);
                }
            }
        }
        assertThat(refused).isEmpty();
        assertThat(tried).isGreaterThan(100);
    }

    @Test
    void aCommandWithAnUnknownOptionVerbOrValueIsRefused() {
        assertThat(refusal("wire suite --nic verbs --shrt spark1 spark2", false))
                .contains("--shrt");
        assertThat(refusal("wire sweet", true)).contains("sweet");
        assertThat(refusal("lab up --hosts many", false)).contains("many");
    }

    /**
     * A command of a page, without what follows it on its line.
     *
     * @param named in a sentence, which may speak of an option without its value
     */
    private record Shown(String words, boolean named) {}

    private static List<Shown> commands(String page) {
        List<Shown> commands = new ArrayList<>();
        boolean fenced = false;
        for (String line : page.lines().toList()) {
            fenced ^= line.startsWith("```");
            Matcher whole = LINE.matcher(line);
            if ((fenced || line.startsWith("    ")) && whole.matches()) {
                commands.add(new Shown(cleared(whole.group(1)), false));
            } else if (!fenced) {
                INLINE.matcher(line).results().forEach(m -> commands.add(new Shown(cleared(m.group(1)), true)));
            }
        }
        // A synopsis is no command.
        return commands.stream().filter(c -> !c.words().matches(".*[\\[{|].*")).toList();
    }

    private static String cleared(String command) {
        return REST.matcher(command).replaceFirst("").strip();
    }

    /** What is said against a command; empty when it is taken. Nothing is run. */
    private static String refusal(String command, boolean named) {
        String[] words = Arrays.stream(command.split(" +"))
                .filter(word -> !word.matches("…|\\.\\.\\."))
                .map(word -> word.matches("[NS]") ? "1" : word)
                .toArray(String[]::new);
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), true, UTF_8);
        Console console = new Console(
                nowhere, nowhere, InputStream.nullInputStream(), Path.of(""), Console.Style.PLAIN, Map.of());
        try {
            new Kolo(console).commandLine(words).parseArgs(words);
            return "";
        } catch (CommandLine.MissingParameterException missing) {
            return named ? "" : String.valueOf(missing.getMessage());
        } catch (CommandLine.ParameterException refused) {
            return String.valueOf(refused.getMessage());
        }
    }

    private static List<Path> pages() throws IOException {
        Path root = Repository.root();
        List<Path> pages = new ArrayList<>(List.of(root.resolve("README.md")));
        try (Stream<Path> docs = Files.list(root.resolve("docs"))) {
            docs.filter(page -> page.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        return pages;
    }
}
