package dev.kolo.lab.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.lab.RunningLab;
import dev.kolo.lab.layout.LabHost;
import dev.kolo.remote.InParallel;
import dev.kolo.remote.process.Input;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Counts the queue pairs that soft RoCE makes on the guests of a lab, whether they still stand or not: {@code rdma resource}
 * shows only those of the moment. It is a probe of each guest's kernel on the function that makes them.
 */
public final class QueuePairsMade {
    private static final long NANOS = TimeUnit.MINUTES.toNanos(3);
    private static final String TRACING = "/sys/kernel/tracing";
    private static final String COUNT = "awk '$1 == \"kolo_qp\" { print $2 }' " + TRACING + "/kprobe_profile";

    /** Switches the probe on, says its count, lets another program make a queue pair, says the count as soon as it grows. */
    private static final String BEGIN = "mountpoint -q " + TRACING + " || mount -t tracefs none " + TRACING
            + " || exit 1\n"
            + "cd " + TRACING + " || exit 1\n"
            + "[ -d events/kprobes/kolo_qp ] || echo 'p:kolo_qp rxe_create_qp' >kprobe_events || exit 1\n"
            + "echo 1 >events/kprobes/kolo_qp/enable || exit 1\n"
            + "before=$(" + COUNT + "); echo $before\n"
            + "timeout 60 ibv_rc_pingpong -d rocep1s0f0 -g 1 >/dev/null 2>&1 & other=$!\n"
            + "while kill -0 $other 2>/dev/null && [ \"$(" + COUNT + ")\" = \"$before\" ]; do busybox sleep 0.1; done\n"
            + "kill $other 2>/dev/null; wait $other\n"
            + COUNT;

    private final RunningLab lab;
    private final List<Long> begun;

    private QueuePairsMade(RunningLab lab, List<Long> begun) {
        this.lab = lab;
        this.begun = begun;
    }

    /** Begins to count on every host, and sees to it that a queue pair made by another program is counted. */
    public static QueuePairsMade on(RunningLab lab) throws InterruptedException {
        return new QueuePairsMade(
                lab,
                onEachHost(lab, BEGIN).stream()
                        .map(said -> {
                            List<Long> counts =
                                    said.lines().map(Long::parseLong).toList();
                            assertThat(counts)
                                    .as("queue pairs before and after one was made")
                                    .hasSize(2);
                            assertThat(counts.getLast()).isEqualTo(counts.getFirst() + 1);
                            return counts.getLast();
                        })
                        .toList());
    }

    /** How many each host has made since then, in the order of the hosts. */
    public List<Long> since() throws InterruptedException {
        List<String> now = onEachHost(lab, COUNT);
        return IntStream.range(0, now.size())
                .mapToObj(host -> Long.parseLong(now.get(host).strip()) - begun.get(host))
                .toList();
    }

    private static List<String> onEachHost(RunningLab lab, String line) throws InterruptedException {
        List<LabHost> hosts = lab.layout().hosts();
        return InParallel.map(hosts, hosts.size(), host -> {
            var exited = lab.shell(host.name(), NANOS, line, new Input.Nothing());
            assertThat(exited.status()).as(host.name() + ": " + exited.stderr()).isZero();
            return exited.stdout().text();
        });
    }
}
