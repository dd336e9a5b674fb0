package dev.kolo.cli.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.cli.architecture.Tidiness.SourceFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Reads the repository's own text and holds it to {@link Tidiness}. */
class TidyTest {
    /** What tools leave behind; none of it is committed. */
    private static final Set<String> NOT_OURS = Set.of(
            ".git",
            ".kolo",
            ".idea",
            ".vscode",
            ".settings",
            "target",
            "dist",
            "kolo-out",
            "__pycache__",
            "node_modules");

    private static final List<SourceFile> FILES = read(Repository.root());

    @TestFactory
    Stream<DynamicTest> everyFileIsTidy() {
        return Tidiness.rules().stream()
                .map(rule -> DynamicTest.dynamicTest(
                        rule.name(),
                        () -> assertThat(FILES.stream().flatMap(file -> rule.complaintsAbout(file).stream()))
                                .isEmpty()));
    }

    @Test
    void everyPackageIsDescribed() {
        assertThat(Tidiness.packagesWithoutInfo(FILES)).isEmpty();
    }

    @Test
    void everyModuleHasItsPage() {
        assertThat(Tidiness.modulesWithoutPage(FILES)).isEmpty();
    }

    @Test
    void theWholeRepositoryIsRead() {
        assertThat(FILES.stream().map(SourceFile::path))
                .contains("pom.xml", "kolo", "docs/build.md", "fabric/src/main/java/dev/kolo/fabric/package-info.java");
    }

    private static List<SourceFile> read(Path root) {
        List<SourceFile> files = new ArrayList<>();
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    return NOT_OURS.contains(folder.getFileName().toString())
                            ? FileVisitResult.SKIP_SUBTREE
                            : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    // In a worktree .git is a file.
                    if (attributes.isRegularFile()
                            && !NOT_OURS.contains(file.getFileName().toString())) {
                        String path = root.relativize(file).toString().replace('\\', '/');
                        files.add(new SourceFile(path, text(file)));
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new IllegalStateException("the repository could not be read", e);
        }
        return files;
    }

    /** The text of a file, or nothing when it is binary. */
    private static String text(Path file) throws IOException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(Files.readAllBytes(file)))
                    .toString();
        } catch (CharacterCodingException binary) {
            return "";
        }
    }
}
