package dev.kolo.wire.session.run;

import java.util.Optional;

/**
 * Why this process is ending, as a hook at exit can know it. Signal handlers belong to the program that uses the wire, so none
 * is installed here: the JVM runs its own on a thread that is named after the signal and waits for the hooks.
 */
final class EndOfProcess {
    private static final String SUFFIX = " handler";

    private EndOfProcess() {}

    /** Completes "rank 1 …": the signal where one ends the process, otherwise that it exits. */
    static String words() {
        return Thread.getAllStackTraces().keySet().stream()
                .flatMap(thread -> signal(thread.getName()).stream())
                .findFirst()
                .map(signal -> "was ended by " + signal)
                .orElse("ended its process without closing the session");
    }

    /** The signal whose handler a thread of this name is. */
    static Optional<String> signal(String thread) {
        return thread.matches("SIG[A-Z0-9]{1,8}" + SUFFIX)
                ? Optional.of(thread.substring(0, thread.length() - SUFFIX.length()))
                : Optional.empty();
    }
}
