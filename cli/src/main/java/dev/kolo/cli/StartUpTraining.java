package dev.kolo.cli;

import java.util.List;

/**
 * The run from which the start-up cache is made: it goes through what short commands do, so that the classes they need are
 * in the cache. The launcher starts it once after a build, in an empty folder, with its output thrown away.
 */
final class StartUpTraining {
    /** The first of them leaves the files that the others read. */
    private static final List<String> COMMANDS = List.of(
            "demo --no-wire",
            "scan --from kolo-out/demo/before",
            "doctor --from kolo-out/demo/before --shape ring",
            "doctor --from kolo-out/demo/after --json",
            "watch --before kolo-out/demo/before --after kolo-out/demo/after",
            "plan --from kolo-out/demo/after",
            "logs kolo-out/demo/before",
            "explain ENDS_IN_DIFFERENT_SUBNETS");

    private StartUpTraining() {}

    /**
     * Runs the commands, whatever their exit codes.
     *
     * @param args none
     */
    public static void main(String[] args) {
        for (String command : COMMANDS) {
            Console console = Console.ofProcess();
            new Kolo(console).run(command.split(" "));
            console.flush();
        }
    }
}
