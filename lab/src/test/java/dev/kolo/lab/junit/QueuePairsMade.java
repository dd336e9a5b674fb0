package dev.kolo.lab.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.lab.RunningLab;
import dev.kolo.remote.process.Input;
import java.util.concurrent.TimeUnit;

/**
 * Counts the queue pairs that soft RoCE makes on a guest, whether they still stand or not: {@code rdma resource} shows only
 * those of the moment. It is a probe of the guest's kernel on the function that makes them.
 */
public final class QueuePairsMade {
    private static final long NANOS = TimeUnit.MINUTES.toNanos(3);
    private static final String TRACING = "/sys/kernel/tracing";

    private final RunningLab lab;
    private final String host;

    private QueuePairsMade(RunningLab lab, String host) {
        this.lab = lab;
        this.host = host;
    }

    /** Begins to count, and sees to it that a queue pair made by another program is counted. */
    public static QueuePairsMade on(RunningLab lab, String host) throws InterruptedException {
        QueuePairsMade made = new QueuePairsMade(lab, host);
        made.shell("mountpoint -q " + TRACING + " || mount -t tracefs none " + TRACING + "; cd " + TRACING
                + " && { [ -d events/kprobes/kolo_qp ] || echo 'p:kolo_qp rxe_create_qp' >kprobe_events; }"
                + " && echo 1 >events/kprobes/kolo_qp/enable");
        long before = made.count();
        made.shell("timeout 5 ibv_rc_pingpong -d rocep1s0f0 -g 1 >/dev/null 2>&1; true");
        assertThat(made.count()).as("queue pairs seen on " + host).isEqualTo(before + 1);
        return made;
    }

    /** How many were made since the guest began to count. */
    public long count() throws InterruptedException {
        return Long.parseLong(shell("awk '$1 == \"kolo_qp\" { print $2 }' " + TRACING + "/kprobe_profile")
                .strip());
    }

    private String shell(String line) throws InterruptedException {
        var exited = lab.shell(host, NANOS, line, new Input.Nothing());
        assertThat(exited.status()).as(line + ": " + exited.stderr()).isZero();
        return exited.stdout().text();
    }
}
