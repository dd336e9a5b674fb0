package dev.kolo.lab.life;

import dev.kolo.lab.state.LabHome;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Java in a guest: this very JDK and class path, which guests see under the same paths, in as little memory as will do. A
 * JVM with these options needs 192 MiB of guest memory.
 */
public final class GuestJava {
    private GuestJava() {}

    /** The command that runs a class of this process's class path; arguments for it may follow. */
    public static List<String> command(String mainClass) {
        return command(mainClass, List.of(), classPath(folder()));
    }

    private static List<Path> classPath(Path folder) {
        List<Path> own = Stream.of(System.getProperty("java.class.path", "").split(File.pathSeparator))
                .filter(entry -> !entry.isEmpty())
                .map(entry -> Path.of(entry).toAbsolutePath().normalize())
                .filter(Files::exists) // java overlooks what is not there, a recording java refuses it
                .toList();
        return GuestClasses.packed(own, folder);
    }

    private static List<String> command(String mainClass, List<String> more, List<Path> classPath) {
        List<String> argv = new ArrayList<>(List.of(Path.of(System.getProperty("java.home", "/usr"))
                .resolve("bin/java")
                .toString()));
        argv.addAll(List.of(
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                // An emulated processor takes longer to compile what runs seldom than to interpret it.
                "-XX:CompileThresholdScaling=3",
                "-XX:-UsePerfData",
                "-Xlog:disable",
                "-Xms16m",
                "-Xmx48m",
                "-Xss512k",
                "--enable-native-access=ALL-UNNAMED"));
        argv.addAll(more);
        argv.addAll(List.of(
                "-cp",
                classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
                mainClass));
        return argv;
    }

    private static Path folder() {
        return LabHome.of(System.getenv()).cache().resolve("java");
    }

    /**
     * The same with the JDK's ahead-of-time cache (JEP 483): our classes loaded and linked, which a guest's processor takes
     * seconds for. It is made when there is none for this class path and this JDK, by a run on this machine. Where that fails,
     * it is not tried again, and the command is the plain one.
     *
     * @param training runs a given command, the start of a JVM, with arguments of its own; says whether it went well
     */
    public static List<String> quickCommand(String mainClass, Predicate<List<String>> training) {
        return quickCommand(mainClass, training, folder());
    }

    static List<String> quickCommand(String mainClass, Predicate<List<String>> training, Path folder) {
        List<Path> classPath = classPath(folder);
        List<String> plain = command(mainClass, List.of(), classPath);
        try {
            Path cache = folder.resolve("quick-" + key(plain, classPath) + ".aot");
            if (!Files.exists(cache)) {
                make(cache, recording -> training.test(command(mainClass, recording, classPath)), folder);
            }
            return Files.size(cache) > 0 ? command(mainClass, List.of("-XX:AOTCache=" + cache), classPath) : plain;
        } catch (IOException e) {
            return plain;
        }
    }

    /** What a cache fits: the JVM, too, compares times and sizes of the jars, and overlooks a cache of others. */
    private static String key(List<String> plain, List<Path> classPath) throws IOException {
        StringBuilder all = new StringBuilder(System.getProperty("java.vm.version")).append(plain);
        for (Path entry : classPath) {
            all.append(' ').append(Files.getLastModifiedTime(entry)).append(' ').append(Files.size(entry));
        }
        return GuestClasses.digest(all.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** An empty cache says that it cannot be made. */
    private static void make(Path cache, Predicate<List<String>> training, Path folder) throws IOException {
        Files.createDirectories(folder);
        Path work = Files.createTempDirectory(folder, "training");
        Path fresh = work.resolve("new.aot");
        boolean made = training.test(List.of(
                        "-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTRecordTraining", "-XX:AOTCacheOutput=" + fresh))
                && Files.exists(fresh);
        if (!made) {
            Files.write(fresh, new byte[0]);
        }
        Files.move(fresh, cache, StandardCopyOption.ATOMIC_MOVE);
        try (Stream<Path> left = Files.list(work)) {
            for (Path file : left.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(work);
    }
}
