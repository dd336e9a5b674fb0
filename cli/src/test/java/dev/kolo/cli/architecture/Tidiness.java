package dev.kolo.cli.architecture;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a file of this repository may not hold, as rules over its path and text: {@link TidyTest} holds the repository to
 * them, {@link TidinessTest} shows that each of them catches what it is there for.
 */
final class Tidiness {
    /** A file that is longer is read by nobody; most stay under 300 lines. */
    static final int LONGEST_JAVA_FILE_LINES = 500;

    private static final Pattern TOP_LEVEL_TYPE = Pattern.compile(
            "^(?:public |abstract |final |sealed |non-sealed )*(?:class|record|interface|enum|@interface) \\w",
            Pattern.MULTILINE);

    private Tidiness() {}

    /**
     * One file.
     *
     * @param path its path from the repository's root, with slashes
     * @param text what it holds
     */
    record SourceFile(String path, String text) {}

    /**
     * One rule.
     *
     * @param name what it asks for
     * @param applies the paths that it looks at
     * @param complaints what it finds in a file, with the line
     */
    record Rule(String name, Predicate<String> applies, Complaints complaints) {
        List<String> complaintsAbout(SourceFile file) {
            return applies.test(file.path()) ? complaints.about(file) : List.of();
        }
    }

    /** Finds what is wrong with a file. */
    interface Complaints {
        List<String> about(SourceFile file);
    }

    /** The rules about single files. */
    static List<Rule> rules() {
        return List.of(
                new Rule("Java files can be read in one sitting", Tidiness::isMainJava, Tidiness::tooLong),
                new Rule("every type says what it is", Tidiness::isMainJava, Tidiness::withoutJavadoc),
                new Rule("packages are null-marked and described", Tidiness::isPackageInfo, Tidiness::badPackageInfo),
                // Each pattern is split, so that this file does not break the rule itself.
                forbidding(
                        "no path of one machine",
                        Tidiness::isOurs,
                        "/wor" + "k/|/tmp/w" + "t/|/roo" + "t/|\\.\\./shar" + "ed"),
                forbidding(
                        "no package registry by name",
                        Tidiness::isOurs,
                        "repo1?\\.mav" + "en\\.|registry\\.np" + "mjs|deb\\.deb" + "ian\\.org|pypi\\.or" + "g"),
                forbidding("nothing left for later", Tidiness::isOurs, "\\b(TO" + "DO|FIX" + "ME)\\b"),
                forbidding(
                        "every test runs",
                        Tidiness::isTestJava,
                        "@Disab" + "led|\\bassumeTr" + "ue|\\bassumeFal" + "se"),
                forbidding(
                        "no test waits by the clock",
                        Tidiness::isTestJava,
                        "Thread\\.sle" + "ep|TimeUnit\\.\\w+\\.sle" + "ep"));
    }

    /** Folders with main Java files but without a package-info.java. */
    static List<String> packagesWithoutInfo(List<SourceFile> files) {
        Set<String> described = files.stream()
                .map(SourceFile::path)
                .filter(path -> path.endsWith("/package-info.java"))
                .map(Tidiness::folder)
                .collect(Collectors.toSet());
        return files.stream()
                .map(SourceFile::path)
                .filter(Tidiness::isMainJava)
                .map(Tidiness::folder)
                .distinct()
                .filter(folder -> !described.contains(folder))
                .sorted()
                .map(folder -> folder + " has no package-info.java")
                .toList();
    }

    /** Modules of the reactor without their page in docs. */
    static List<String> modulesWithoutPage(List<SourceFile> files) {
        Set<String> paths = files.stream().map(SourceFile::path).collect(Collectors.toSet());
        return paths.stream()
                .filter(path -> path.matches("[^/]+/pom\\.xml"))
                .map(path -> "docs/" + folder(path) + ".md")
                .filter(page -> !paths.contains(page))
                .sorted()
                .map(page -> page + " is missing")
                .toList();
    }

    private static boolean isMainJava(String path) {
        return path.contains("/src/main/") && path.endsWith(".java");
    }

    private static boolean isTestJava(String path) {
        return path.contains("/src/test/") && path.endsWith(".java");
    }

    private static boolean isPackageInfo(String path) {
        return isMainJava(path) && path.endsWith("/package-info.java");
    }

    /** Fixtures and recordings say what machines said; they are not ours to tidy. */
    private static boolean isOurs(String path) {
        return !path.contains("/src/test/resources/");
    }

    private static List<String> tooLong(SourceFile file) {
        long lines = file.text().lines().count();
        return lines <= LONGEST_JAVA_FILE_LINES
                ? List.of()
                : List.of("%s has %d lines, at most %d are wanted"
                        .formatted(file.path(), lines, LONGEST_JAVA_FILE_LINES));
    }

    private static List<String> withoutJavadoc(SourceFile file) {
        Matcher type = TOP_LEVEL_TYPE.matcher(file.text());
        if (!type.find() || file.text().substring(0, type.start()).contains("/**")) {
            return List.of();
        }
        return List.of(file.path() + " does not say in its first sentence what it is");
    }

    private static List<String> badPackageInfo(SourceFile file) {
        boolean good = file.text().contains("@NullMarked") && file.text().contains("/**");
        return good ? List.of() : List.of(file.path() + " lacks @NullMarked or a description");
    }

    private static Rule forbidding(String name, Predicate<String> applies, String pattern) {
        Pattern forbidden = Pattern.compile(pattern);
        return new Rule(name, applies, file -> {
            List<String> complaints = new ArrayList<>();
            int number = 0;
            for (String line : file.text().lines().toList()) {
                number++;
                if (forbidden.matcher(line).find()) {
                    complaints.add("%s:%d: %s".formatted(file.path(), number, line.strip()));
                }
            }
            return complaints;
        });
    }

    private static String folder(String path) {
        return path.substring(0, path.lastIndexOf('/'));
    }
}
