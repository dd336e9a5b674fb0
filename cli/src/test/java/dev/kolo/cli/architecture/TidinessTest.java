package dev.kolo.cli.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.cli.architecture.Tidiness.Rule;
import dev.kolo.cli.architecture.Tidiness.SourceFile;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shows that each rule of {@link Tidiness} catches what it is there for, and leaves a tidy file alone. */
class TidinessTest {
    private static final String MAIN = "fabric/src/main/java/dev/kolo/fabric/A.java";
    private static final String TEST = "fabric/src/test/java/dev/kolo/fabric/ATest.java";
    private static final String TIDY = "package dev.kolo.fabric;\n\n/** A thing. */\npublic final class A {}\n";

    @Test
    void leavesATidyFileAlone() {
        assertThat(brokenRules(MAIN, TIDY)).isEmpty();
        assertThat(brokenRules(TEST, TIDY)).isEmpty();
    }

    @Test
    void findsAFileThatNobodyReads() {
        assertThat(brokenRules(MAIN, TIDY + "\n".repeat(Tidiness.LONGEST_JAVA_FILE_LINES)))
                .containsExactly("Java files can be read in one sitting");
    }

    @Test
    void findsATypeThatDoesNotSayWhatItIs() {
        assertThat(brokenRules(MAIN, TIDY.replace("/** A thing. */\n", "")))
                .containsExactly("every type says what it is");
    }

    @Test
    void findsAPackageThatIsNotNullMarked() {
        String info = "/** A package. */\npackage dev.kolo.fabric;\n";
        assertThat(brokenRules("fabric/src/main/java/dev/kolo/fabric/package-info.java", info))
                .containsExactly("packages are null-marked and described");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/wor" + "k/main", "/tmp/w" + "t/x", "/roo" + "t/.m2", "../shar" + "ed/x"})
    void findsPathsOfOneMachine(String path) {
        assertThat(brokenRules("docs/a.md", "See " + path + " for more.\n")).containsExactly("no path of one machine");
    }

    @Test
    void findsARegistry() {
        assertThat(brokenRules(".mvn/wrapper/a.properties", "url=https://repo.mav" + "en.apache.org/x\n"))
                .containsExactly("no package registry by name");
    }

    @ParameterizedTest
    @ValueSource(strings = {"// TO" + "DO later", "# FIX" + "ME"})
    void findsWhatWasLeftForLater(String line) {
        assertThat(brokenRules("tools/a.sh", line)).containsExactly("nothing left for later");
    }

    @ParameterizedTest
    @ValueSource(strings = {"@Disab" + "led", "assumeTr" + "ue(false);"})
    void findsTestsThatDoNotRun(String line) {
        assertThat(brokenRules(TEST, TIDY + line)).containsExactly("every test runs");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Thread.sle" + "ep(1);", "TimeUnit.SECONDS.sle" + "ep(1);"})
    void findsTestsThatWaitByTheClock(String line) {
        assertThat(brokenRules(TEST, TIDY + line)).containsExactly("no test waits by the clock");
    }

    @Test
    void findsPackagesWithoutDescription() {
        assertThat(Tidiness.packagesWithoutInfo(List.of(new SourceFile(MAIN, TIDY))))
                .containsExactly("fabric/src/main/java/dev/kolo/fabric has no package-info.java");
    }

    @Test
    void findsModulesWithoutPage() {
        assertThat(Tidiness.modulesWithoutPage(List.of(
                        new SourceFile("fabric/pom.xml", ""),
                        new SourceFile("plan/pom.xml", ""),
                        new SourceFile("docs/plan.md", ""))))
                .containsExactly("docs/fabric.md is missing");
    }

    private static List<String> brokenRules(String path, String text) {
        SourceFile file = new SourceFile(path, text);
        return Tidiness.rules().stream()
                .filter(rule -> !rule.complaintsAbout(file).isEmpty())
                .map(Rule::name)
                .toList();
    }
}
