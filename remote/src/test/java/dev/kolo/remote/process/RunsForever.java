package dev.kolo.remote.process;

import java.util.List;
import java.util.concurrent.TimeUnit;

/** A Kolo of its own for the test that ends one by Ctrl-C: runs a command that never ends, and a child of it. */
final class RunsForever {
    private RunsForever() {}

    public static void main(String[] args) throws InterruptedException {
        String never = "trap '' INT TERM; tail -f /dev/null & echo $$ >" + args[0] + ".new; echo $! >>" + args[0]
                + ".new; mv " + args[0] + ".new " + args[0] + "; wait; wait";
        try (ProcessRunner processes = new ProcessRunner()) {
            processes.run(Command.of(TimeUnit.HOURS.toNanos(1), List.of("sh", "-c", never)));
        }
    }
}
