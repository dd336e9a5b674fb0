package dev.kolo.cli;

/**
 * The run from which the start-up cache is made: it goes through what short commands do, so that the classes they need are
 * in the cache. The launcher starts it once after a build, in an empty folder, with its output thrown away.
 */
final class StartUpTraining {
    private StartUpTraining() {}

    /**
     * Runs the commands.
     *
     * @param args none
     */
    public static void main(String[] args) {
        Main.main(new String[] {"--version"});
    }
}
