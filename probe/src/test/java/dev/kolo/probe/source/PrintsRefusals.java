package dev.kolo.probe.source;

import dev.kolo.probe.read.ReadResult;
import java.nio.file.Path;

/** A process of its own for the test that needs fewer rights than the test has. */
final class PrintsRefusals {
    private PrintsRefusals() {}

    public static void main(String[] args) throws InterruptedException {
        ReadResult result = Scene.read(Path.of(args[0]));
        result.understood().forEach(u -> System.out.println("understood " + u.file()));
        result.notUnderstood().forEach(n -> System.out.println(n.file() + ": " + n.reason()));
    }
}
