package dev.kolo.remote.process;

import java.util.List;

/**
 * A program with its arguments, and how much time and output it may take. No shell is involved.
 *
 * @param argv program and arguments
 * @param input what it reads on standard input
 * @param timeoutNanos after this time its whole tree is ended
 * @param outputLimitBytes more than this on standard output ends it too; of standard error the last part is kept
 */
public record Command(List<String> argv, Input input, long timeoutNanos, int outputLimitBytes) {
    /** Ample for what any host prints about itself. */
    public static final int DEFAULT_OUTPUT_LIMIT_BYTES = 64 << 20;

    public Command {
        argv = List.copyOf(argv);
        if (argv.isEmpty() || argv.getFirst().isEmpty()) {
            throw new IllegalArgumentException("a command needs a program");
        }
        if (timeoutNanos <= 0 || outputLimitBytes <= 0) {
            throw new IllegalArgumentException(
                    "limits must be positive, got " + timeoutNanos + " ns and " + outputLimitBytes + " bytes");
        }
    }

    /** A command without input, under the usual limit of output. */
    public static Command of(long timeoutNanos, List<String> argv) {
        return new Command(argv, new Input.Nothing(), timeoutNanos, DEFAULT_OUTPUT_LIMIT_BYTES);
    }

    public Command withInput(Input other) {
        return new Command(argv, other, timeoutNanos, outputLimitBytes);
    }

    public Command withOutputLimitBytes(int bytes) {
        return new Command(argv, input, timeoutNanos, bytes);
    }

    /** The name of the program, for messages. */
    public String program() {
        return argv.getFirst();
    }
}
