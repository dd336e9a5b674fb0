package dev.kolo.wire.session.run;

import dev.kolo.wire.progress.ThreadEnd;
import dev.kolo.wire.session.FateWatch;
import dev.kolo.wire.session.star.Fate;
import dev.kolo.wire.session.star.Star;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The thread that listens to the star while the session runs: it gives signs of life even when the rank computes for long,
 * and turns the end of a process into poison within some 20 ms. It sleeps almost always.
 */
final class FateThread {
    private static final long NAP_NANOS = 20_000_000;

    /** A process that is being ended does not wait longer for a connection that takes nothing. */
    private static final long LAST_WORDS_NANOS = 500_000_000;

    private final Rendezvous rendezvous;
    private final FateWatch watch;
    private final Consumer<String> log;
    private final Thread thread;
    private volatile boolean leaving;
    private volatile long graceNanos;
    private volatile String ending = "";

    FateThread(Rendezvous rendezvous, FateWatch watch, Consumer<String> log) {
        this.rendezvous = rendezvous;
        this.watch = watch;
        this.log = log;
        this.thread = Thread.ofPlatform()
                .name("kolo-wire-fates-" + rendezvous.star().rank())
                .daemon()
                .start(this::run);
    }

    private void run() {
        while (!leaving && ending.isEmpty()) {
            turn();
            LockSupport.parkNanos(NAP_NANOS);
        }
        turn();
        Star star = rendezvous.star();
        if (!ending.isEmpty()) {
            star.ended(ending);
            flush(star, System.nanoTime() + LAST_WORDS_NANOS);
            return;
        }
        star.goodbye();
        long untilNanos = System.nanoTime() + graceNanos;
        while (System.nanoTime() - untilNanos < 0 && (!star.isFlushed() || !allHaveLeft(star))) {
            turn();
            LockSupport.parkNanos(NAP_NANOS / 20);
        }
    }

    private static void flush(Star star, long untilNanos) {
        while (System.nanoTime() - untilNanos < 0 && !star.isFlushed()) {
            star.poll(System.nanoTime());
            LockSupport.parkNanos(NAP_NANOS / 20);
        }
    }

    private void turn() {
        rendezvous.accept();
        watch.poll(rendezvous.star(), System.nanoTime());
        watch.takeLines().forEach(line -> log.accept("kolo wire: " + line));
    }

    /** Who stays for the others' goodbyes closes no connection under bytes that they have not read. */
    private static boolean allHaveLeft(Star star) {
        for (int rank = 0; rank < star.world(); rank++) {
            Fate.State state = star.fateOf(rank).state();
            if (rank != star.rank() && (state == Fate.State.ALIVE || state == Fate.State.SILENT)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Tells the others that this process is being ended, and returns when they have been told or cannot be. For a hook at
     * exit, on any thread.
     *
     * @param what as {@link Star#ended} takes it
     */
    void lastWords(String what) {
        ending = what;
        LockSupport.unpark(thread);
        try {
            thread.join(Duration.ofNanos(2 * LAST_WORDS_NANOS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Says goodbye, waits a grace for the others to do the same, and ends. */
    void leave(long nanos) {
        graceNanos = nanos;
        leaving = true;
        LockSupport.unpark(thread);
        ThreadEnd.await(thread);
    }
}
