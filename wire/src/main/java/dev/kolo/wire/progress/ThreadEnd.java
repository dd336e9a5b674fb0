package dev.kolo.wire.progress;

/** Waiting for threads that were told to end: what they use may be taken away afterwards, so interrupts wait, too. */
public final class ThreadEnd {
    private ThreadEnd() {}

    /** Returns when the thread has ended; an interrupt that came meanwhile is there again then. */
    public static void await(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
