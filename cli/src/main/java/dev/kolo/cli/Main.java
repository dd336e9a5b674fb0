package dev.kolo.cli;

/** The entry point of the {@code kolo} command: real streams in, exit code out. */
public final class Main {
    private Main() {}

    /**
     * Runs the command and ends the process with its exit code.
     *
     * @param args the words after {@code kolo}
     */
    public static void main(String[] args) {
        Console console = Console.ofProcess();
        int code = new Kolo(console).run(args);
        console.flush();
        // Non-daemon threads of a library must not keep a finished command alive.
        System.exit(code);
    }
}
