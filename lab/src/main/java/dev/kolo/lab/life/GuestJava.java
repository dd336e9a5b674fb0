package dev.kolo.lab.life;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
        String classPath = Stream.of(System.getProperty("java.class.path", "").split(":"))
                .filter(entry -> !entry.isEmpty())
                .map(entry -> Path.of(entry).toAbsolutePath().normalize().toString())
                .collect(Collectors.joining(":"));
        List<String> argv = new ArrayList<>(List.of(Path.of(System.getProperty("java.home", "/usr"))
                .resolve("bin/java")
                .toString()));
        argv.addAll(List.of(
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-Xlog:disable",
                "-Xms16m",
                "-Xmx48m",
                "-Xss512k",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                classPath,
                mainClass));
        return argv;
    }
}
