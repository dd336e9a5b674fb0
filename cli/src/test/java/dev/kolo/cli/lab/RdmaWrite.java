package dev.kolo.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.lab.RunningLab;
import dev.kolo.lab.layout.LabPort;
import dev.kolo.remote.InParallel;
import dev.kolo.remote.process.Outcome;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An RDMA write between two ports of a lab, by the program that everyone uses for it, for tests. */
final class RdmaWrite {
    private static final long NANOS = TimeUnit.MINUTES.toNanos(5);

    private RdmaWrite() {}

    /**
     * Writes 8 KiB ten times from one host into another one's memory over a queue pair of the two ports.
     *
     * @return what the writing side printed
     */
    static String write(RunningLab lab, String from, LabPort fromPort, String to, LabPort toPort)
            throws InterruptedException {
        String address = toPort.address().orElseThrow().toString();
        String program = "timeout 240 ib_write_lat -x 1 -s 8192 -n 10 -F -d ";
        List<String> lines = List.of(
                program + toPort.device(),
                // It says "Couldn't connect" until the other side listens.
                "for try in 1 2 3 4 5 6 7 8 9 10; do " + program + fromPort.device() + " " + address
                        + " && exit; sleep 3; done; exit 1");
        List<Outcome.Exited> ended = InParallel.map(
                lines,
                2,
                line -> lab.shell(
                        line.equals(lines.getFirst()) ? to : from,
                        NANOS,
                        line,
                        new dev.kolo.remote.process.Input.Nothing()));
        Outcome.Exited writer = ended.getLast();
        assertThat(writer.status()).as(writer.stdout() + " " + writer.stderr()).isZero();
        return writer.stdout().text();
    }
}
