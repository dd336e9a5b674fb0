package dev.kolo.probe.read.format.state;

import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Command;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Words;
import java.util.List;
import java.util.Optional;

/**
 * The files of a model: {@code ls -l}, {@code find -printf '%s %p\n'}, {@code du -b}, {@code sha256sum}. Of all that such
 * commands list, only names that belong to models are kept.
 */
public final class WeightsReader implements FormatReader {
    /** More files than any model has. */
    private static final int MOST_FILES = 4000;

    private String folder = "";
    private int kept;

    @Override
    public Claim begin(Line line, Scope scope) {
        if (kept >= MOST_FILES) {
            return Claim.NO;
        }
        String text = line.body();
        List<String> words = line.words();
        if (words.size() < 2) {
            return folderLine(text, scope);
        }
        String first = words.get(0);
        if (text.startsWith("ls: cannot access ")) {
            return absent(text, line, scope);
        }
        if (isMode(first) && words.size() >= 8) {
            return listed(words, line, scope);
        }
        if (words.size() != 2 || !isModelFile(words.get(1))) {
            return Claim.NO;
        }
        String path = words.get(1).startsWith("*") ? words.get(1).substring(1) : words.get(1);
        if (first.matches("[0-9a-f]{64}")) {
            return keep(Remark.Kind.WEIGHT_HASH, first + " " + path, line, scope);
        }
        boolean whole = Words.longNumber(first).isPresent() && path.indexOf('/') >= 0;
        return whole ? keep(Remark.Kind.WEIGHT_FILE, first + " " + path, line, scope) : Claim.NO;
    }

    @Override
    public Claim proceed(Line line, Scope scope) {
        Claim claim = begin(line, scope);
        if (claim.isMine()) {
            return claim;
        }
        List<String> words = line.words();
        boolean row = !words.isEmpty() && (isMode(words.get(0)) || words.get(0).equals("total"));
        return row ? Claim.KNOWN : Claim.NO;
    }

    /** "/models/foo:" stands over the files of a folder. */
    private Claim folderLine(String text, Scope scope) {
        boolean isFolder = text.startsWith("/") && text.endsWith(":") && text.indexOf(' ') < 0;
        boolean asked = scope.command().filter(c -> c.program().equals("ls")).isPresent();
        if (isFolder && asked) {
            folder = text.substring(0, text.length() - 1);
            return Claim.KNOWN;
        }
        return Claim.NO;
    }

    private Claim listed(List<String> words, Line line, Scope scope) {
        int arrow = words.indexOf("->");
        String name = arrow > 0 ? words.get(arrow - 1) : words.get(words.size() - 1);
        if (!isModelFile(name)) {
            return Claim.NO;
        }
        // A link's own size says nothing of the file, nor does a size for people.
        boolean exact = arrow < 0 && Words.longNumber(words.get(4)).isPresent();
        String where = name.startsWith("/") ? name : folderOf(scope) + name;
        return keep(Remark.Kind.WEIGHT_FILE, (exact ? words.get(4) : "?") + " " + where, line, scope);
    }

    private String folderOf(Scope scope) {
        Optional<String> asked = scope.command()
                .filter(c -> c.program().equals("ls"))
                .flatMap(Command::lastArgument)
                .filter(a -> !a.startsWith("-") && a.indexOf('*') < 0);
        String of = folder.isEmpty() ? asked.or(scope::folder).orElse("") : folder;
        return of.isEmpty() || of.endsWith("/") ? of : of + "/";
    }

    /** "ls: cannot access '/models/foo': No such file or directory". */
    private Claim absent(String text, Line line, Scope scope) {
        int end = text.indexOf(": No such file");
        if (end < 0) {
            return Claim.NO;
        }
        String path = Words.unquote(text.substring("ls: cannot access ".length(), end));
        boolean isFile = isModelFile(path);
        if (path.indexOf(' ') >= 0 || path.isEmpty() || path.startsWith("/dev") || path.startsWith("/sys")) {
            return Claim.KNOWN;
        }
        return keep(Remark.Kind.WEIGHT_FILE, "-1 " + (isFile || path.endsWith("/") ? path : path + "/"), line, scope);
    }

    private Claim keep(Remark.Kind kind, String value, Line line, Scope scope) {
        kept++;
        scope.remark(kind, value, line.evidence());
        scope.facts().observe(Topic.WEIGHTS, Observation.PARTIAL);
        scope.understood("files of a model");
        return Claim.READ;
    }

    private static boolean isMode(String word) {
        return word.length() >= 10 && word.length() <= 11 && word.matches("[-lbcdsp][-rwxsStT]{9}[.+@]?");
    }

    private static boolean isModelFile(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        return name.equals("config.json")
                || name.endsWith(".safetensors")
                || name.endsWith(".safetensors.index.json")
                || name.endsWith(".gguf")
                || name.startsWith("pytorch_model") && name.endsWith(".bin");
    }

    @Override
    public void endBlock(Scope scope, boolean whole) {
        folder = "";
    }
}
