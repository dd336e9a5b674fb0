package dev.kolo.gpu.proxy;

import dev.kolo.gpu.layout.DeviceLayout;
import dev.kolo.wire.progress.ThreadEnd;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The threads of a rank's proxy. They spin while there is work and nap when there was none for a while (nothing can wake them: a
 * GPU wakes no futex). Whatever goes wrong in one of them ends the waits of the own kernels through the abort word.
 */
public final class MailboxProxy implements AutoCloseable {
    private static final long SPIN_NANOS = 5_000_000;
    private static final long FIRST_NAP_NANOS = 20_000;
    private static final long LONGEST_NAP_NANOS = 1_000_000;
    private static final int POLLS_A_LOOK = 256;

    /** After work more is near, and the pause of {@code onSpinWait} (x86: 40 to 140 clocks) costs 0.4 us an exchange. */
    private static final int EAGER_POLLS = 512;

    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    private final List<ProxyWorker> workers;
    private final MemorySegment own;
    private final Consumer<String> troubles;
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;

    /**
     * Starts a thread for each worker.
     *
     * @param workers of one rank
     * @param own its host region
     * @param troubles told in a sentence what ended the proxy
     */
    public MailboxProxy(List<ProxyWorker> workers, MemorySegment own, Consumer<String> troubles) {
        this.workers = List.copyOf(workers);
        this.own = own;
        this.troubles = troubles;
        for (int i = 0; i < workers.size(); i++) {
            int number = i;
            Thread thread = new Thread(() -> run(number), "kolo-proxy-" + number);
            thread.setDaemon(true);
            threads.add(thread);
        }
        threads.forEach(Thread::start);
    }

    private void run(int number) {
        try {
            carry(workers.get(number), number == 0);
        } catch (Throwable e) {
            // A proxy that died in silence would leave kernels waiting for their whole bound.
            WORD.setRelease(own, (long) DeviceLayout.ABORT_AT, 1L);
            troubles.accept("the proxy has ended: " + e);
        }
    }

    private void carry(ProxyWorker worker, boolean beats) {
        long idleSince = System.nanoTime();
        long nap = FIRST_NAP_NANOS;
        long beat = 0;
        int polls = 0;
        while (!stopped) {
            if (worker.poll() > 0) {
                polls = 0;
                idleSince = 0;
                nap = FIRST_NAP_NANOS;
            } else if (++polls % POLLS_A_LOOK != 0) {
                if (polls > EAGER_POLLS) {
                    Thread.onSpinWait();
                }
                continue;
            } else {
                long now = System.nanoTime();
                idleSince = idleSince == 0 ? now : idleSince;
                if (now - idleSince > SPIN_NANOS) {
                    LockSupport.parkNanos(nap);
                    nap = Math.min(LONGEST_NAP_NANOS, 2 * nap);
                }
            }
            if (beats) {
                WORD.setOpaque(own, (long) DeviceLayout.HEARTBEAT_AT, ++beat);
            }
        }
    }

    /**
     * Stops the threads and waits for them, whatever interrupts: they look at the regions by address, which the caller may
     * unmap afterwards. What kernels stage then stays where it is.
     */
    @Override
    public void close() {
        stopped = true;
        threads.forEach(ThreadEnd::await);
    }
}
