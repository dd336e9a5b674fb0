package dev.kolo.gpu.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kolo.gpu.cuda.CudaException;
import dev.kolo.gpu.layout.DeviceLayout;
import dev.kolo.gpu.layout.Form;
import dev.kolo.gpu.proxy.MailboxProxy;
import dev.kolo.gpu.proxy.NicCarrier;
import dev.kolo.gpu.proxy.ProxyWorker;
import dev.kolo.gpu.proxy.StagedKernel;
import dev.kolo.wire.record.SessionId;
import dev.kolo.wire.session.TransportOffer;
import dev.kolo.wire.session.run.ShmOffer;
import dev.kolo.wire.session.run.TcpOffer;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A proxy on a real NIC between two kernels that the test plays: what a GPU of another host would see. */
class NicLanesTest {
    private static final DeviceLayout LAYOUT = new DeviceLayout(2, 8192);
    private static final int FIRST = 2;

    private final List<NicLanes> lanes = new ArrayList<>();
    private final List<MemorySegment> regions = new ArrayList<>();
    private final List<byte[]> records = new ArrayList<>();
    private final List<MailboxProxy> proxies = new ArrayList<>();
    private final ConcurrentLinkedQueue<String> troubles = new ConcurrentLinkedQueue<>();

    private static TransportOffer offer(String kind) {
        return kind.equals("shm")
                ? new ShmOffer()
                : new TcpOffer("a token of this test", () -> Optional.of(InetAddress.getLoopbackAddress()));
    }

    private static SessionId session() {
        return new SessionId(ProcessHandle.current().pid(), System.nanoTime());
    }

    private void open(String kind) {
        SessionId session = session();
        for (int rank = 0; rank < 2; rank++) {
            byte[][] record = new byte[1][];
            lanes.add(new NicLanes(offer(kind), session, rank, 2));
            regions.add(lanes.get(rank).region(LAYOUT.regionBytes(), record));
            records.add(record[0]);
        }
    }

    private void connect() {
        CompletableFuture<Void> other =
                CompletableFuture.runAsync(() -> lanes.get(1).connect(records));
        lanes.get(0).connect(records);
        other.join();
        for (int rank = 0; rank < 2; rank++) {
            NicCarrier carrier = new NicCarrier(lanes.get(rank).nic(), NicLanes.LANES_PER_PEER, troubles::add);
            ProxyWorker worker = new ProxyWorker(0, 1, rank, LAYOUT, regions.get(rank), carrier, FIRST);
            proxies.add(new MailboxProxy(List.of(worker), regions.get(rank), troubles::add));
        }
    }

    @AfterEach
    void close() {
        proxies.forEach(MailboxProxy::close);
        lanes.forEach(NicLanes::close);
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "tcp"})
    void partsAndTheirFlagsArriveThroughTheNic(String kind) {
        open(kind);
        connect();
        List<StagedKernel> kernels = new ArrayList<>();
        for (int rank = 0; rank < 2; rank++) {
            kernels.add(new StagedKernel(rank, LAYOUT, regions.get(rank), FIRST));
        }
        for (int round = 0; round < 40; round++) {
            int bytes = new int[] {0, 16, 500, 8192}[round % 4];
            Form form = round % 8 < 4 || kind.equals("tcp") ? Form.FLAG : Form.LL8;
            for (StagedKernel kernel : kernels) {
                kernel.stage(form, bytes, 8);
            }
            for (StagedKernel kernel : kernels) {
                while (!kernel.hasArrived(form, bytes, 8)) {
                    assertThat(troubles).isEmpty();
                    Thread.onSpinWait();
                }
                kernel.next();
            }
        }
        assertThat(troubles).isEmpty();
    }

    @Test
    void aPeerThatEndsIsToldOf() {
        open("tcp");
        connect();
        proxies.get(1).close();
        lanes.get(1).close();
        StagedKernel kernel = new StagedKernel(0, LAYOUT, regions.get(0), FIRST);
        kernel.stagePlain(64, 8);
        while (troubles.isEmpty()) {
            Thread.onSpinWait();
        }
        assertThat(troubles.peek()).contains("tcp");
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "tcp"})
    void refusesTheRecordOfAnotherSession(String kind) {
        open(kind);
        NicLanes stranger = new NicLanes(offer(kind), session(), 1, 2);
        try {
            byte[][] record = new byte[1][];
            stranger.region(LAYOUT.regionBytes(), record);
            assertThatThrownBy(() -> lanes.get(0).connect(List.of(records.get(0), record[0])))
                    .isInstanceOf(CudaException.class)
                    .hasMessageContaining("rank 0's lanes over " + kind)
                    .hasMessageContaining("the lane record of rank 1 is of session");
        } finally {
            stranger.close();
        }
    }
}
