package dev.kolo.cli;

import java.util.List;

/**
 * The run from which the start-up cache is made: it goes through what short commands do, so that the classes they need are
 * in the cache. The launcher starts it once after a build, in an empty folder, with its output thrown away.
 */
final class StartUpTraining {
    private static final List<List<String>> COMMANDS =
            List.of(List.of("--version"), List.of("--help"), List.of("demo"), List.of("explain"));

    private StartUpTraining() {}

    /**
     * Runs the commands, whatever their exit codes.
     *
     * @param args none
     */
    public static void main(String[] args) {
        for (List<String> command : COMMANDS) {
            Console console = Console.ofProcess();
            new Kolo(console).run(command.toArray(String[]::new));
            console.flush();
        }
    }
}
