package dev.kolo.wire.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kolo.wire.nic.CompletionStatus;
import dev.kolo.wire.nic.LaneEndpoint;
import dev.kolo.wire.nic.LaneRequest;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicBed;
import dev.kolo.wire.nic.NicContract;
import dev.kolo.wire.nic.NicEvent;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.nic.RegionRecord;
import dev.kolo.wire.record.SessionId;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShmNicTest extends NicContract {
    private static final SessionId SESSION = new SessionId(0x1234_5678_9abc_def0L, 42);

    @TempDir
    Path folder;

    private long random = 1;

    @Override
    protected List<? extends Nic> open(int world, int lanesPerPeer) {
        List<ShmNic> nics = new ArrayList<>();
        for (int rank = 0; rank < world; rank++) {
            nics.add(new ShmNic(settings(SESSION, rank, world)));
        }
        return nics;
    }

    private ShmSettings settings(SessionId session, int rank, int world) {
        return new ShmSettings(session, rank, world, folder, "0badcafe-b007", random++, true);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.toList();
        }
    }

    @Test
    void regionsAreForTheirOwnerAloneAndLoseTheirNameOnceAllHaveThem() throws Exception {
        try (ShmNic one = new ShmNic(settings(SESSION, 0, 2))) {
            one.allocate(NicBed.REGION_BYTES);
            assertThat(files())
                    .singleElement()
                    .satisfies(f -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(f)))
                            .isEqualTo("rw-------"));
        }
        assertThat(files()).isEmpty();
        try (NicBed bed = bed(3)) {
            assertThat(bed.regions).hasSize(3);
            assertThat(files()).isEmpty();
        }
    }

    @Test
    void leavesNothingOfARankThatWasKilled() throws Exception {
        ShmNic killed = new ShmNic(settings(SESSION, 0, 2));
        killed.allocate(NicBed.REGION_BYTES);
        Path left = files().getFirst();
        try (java.nio.channels.FileChannel channel =
                java.nio.channels.FileChannel.open(left, java.nio.file.StandardOpenOption.WRITE)) {
            // As if another process, which has ended, had made it: start time 1 belongs to none.
            java.nio.ByteBuffer start = java.nio.ByteBuffer.allocate(8).order(java.nio.ByteOrder.nativeOrder());
            channel.write(start.putLong(1).flip(), 48);
        }
        try (ShmNic next = new ShmNic(settings(new SessionId(1, 1), 0, 2))) {
            next.allocate(NicBed.REGION_BYTES);
            assertThat(files()).doesNotContain(left).hasSize(1);
        }
        killed.close();
    }

    /** A rank that is about to write its header looks like nobody's to another one that sweeps at that moment. */
    @Test
    void sparesARegionWhoseHeaderIsStillBeingWritten() throws Exception {
        ByteBuffer header = ByteBuffer.allocate(4096).order(ByteOrder.nativeOrder());
        header.put(0, "KOLOSHM1".getBytes(StandardCharsets.US_ASCII));
        Path begun = Files.write(folder.resolve("kolo-shm-begun"), header.array());
        ShmFile.sweep(folder);
        assertThat(begun).exists();
        header.putLong(40, 1L << 40).putLong(48, 1);
        Files.write(begun, header.array());
        ShmFile.sweep(folder);
        assertThat(begun).doesNotExist();
    }

    @Test
    void aRankOfAnotherMachineIsRefusedByName() throws Exception {
        try (ShmNic nic = new ShmNic(settings(SESSION, 0, 2))) {
            nic.allocate(NicBed.REGION_BYTES);
            nic.openLane(LaneRequest.of(0, 1, 0, 1));
            RegionRecord other = new RegionRecord(
                    0,
                    NicBed.REGION_BYTES,
                    List.of(),
                    "feedbeef-b007 kolo-shm-" + "0".repeat(32) + "-r1-" + "0".repeat(16) + " 77 88");
            assertThatThrownBy(() -> nic.connect(1, new LaneEndpoint(0, 0, 0, ""), other))
                    .isInstanceOf(NicException.class)
                    .hasMessageContaining("rank 1 runs on another machine")
                    .hasMessageContaining("feedbeef-b007");
        }
    }

    @Test
    void aPlaceThatLeadsElsewhereIsRefused() throws Exception {
        try (ShmNic nic = new ShmNic(settings(SESSION, 0, 2))) {
            nic.allocate(NicBed.REGION_BYTES);
            nic.openLane(LaneRequest.of(0, 1, 0, 1));
            for (String place : List.of("0badcafe-b007 ../../etc/passwd 1 2", "", "0badcafe-b007 kolo-shm-x 1 2")) {
                RegionRecord record = new RegionRecord(0, NicBed.REGION_BYTES, List.of(), place);
                assertThatThrownBy(() -> nic.connect(1, new LaneEndpoint(0, 0, 0, ""), record))
                        .isInstanceOf(NicException.class)
                        .hasMessageContaining("offers no shared-memory region");
            }
        }
    }

    @Test
    void aRegionOfAnotherSessionIsRefused() throws Exception {
        try (ShmNic ours = new ShmNic(settings(SESSION, 0, 2));
                ShmNic theirs = new ShmNic(settings(new SessionId(9, 9), 1, 2))) {
            ours.allocate(NicBed.REGION_BYTES);
            ours.openLane(LaneRequest.of(0, 1, 0, 1));
            RegionRecord record = theirs.register(theirs.allocate(NicBed.REGION_BYTES));
            assertThatThrownBy(() -> ours.connect(1, new LaneEndpoint(0, 0, 0, ""), record))
                    .isInstanceOf(NicException.class)
                    .hasMessageContaining("wanted is rank 1 of session " + SESSION.label());
        }
    }

    @Test
    void aMissingFileSaysThatContainersNeedOneSharedMemory() throws Exception {
        try (ShmNic ours = new ShmNic(settings(SESSION, 0, 2));
                ShmNic theirs = new ShmNic(settings(SESSION, 1, 2))) {
            ours.allocate(NicBed.REGION_BYTES);
            ours.openLane(LaneRequest.of(0, 1, 0, 1));
            RegionRecord record = theirs.register(theirs.allocate(NicBed.REGION_BYTES));
            for (Path file : files()) {
                Files.delete(file);
            }
            assertThatThrownBy(() -> ours.connect(1, new LaneEndpoint(0, 0, 0, ""), record))
                    .isInstanceOf(NicException.class)
                    .hasMessageContaining("--ipc=host");
        }
    }

    @Test
    void theEndOfAPeersProcessFailsItsLaneEvenWhenItsMemoryIsStillMapped() throws Exception {
        Process other = new ProcessBuilder("sleep", "600").start();
        try (ShmNic ours = new ShmNic(settings(SESSION, 0, 2));
                ShmNic theirs = new ShmNic(settings(SESSION, 1, 2))) {
            ours.allocate(NicBed.REGION_BYTES);
            ours.openLane(LaneRequest.of(0, 1, 0, 1));
            RegionRecord own = theirs.register(theirs.allocate(NicBed.REGION_BYTES));
            // The same region, as if that process were behind it.
            long start = ProcessId.startTicksOf(other.pid()).orElseThrow();
            String place = own.place().replaceFirst(" \\d+ \\d+$", " " + other.pid() + " " + start);
            ours.connect(
                    1, new LaneEndpoint(0, 0, 0, ""), new RegionRecord(own.address(), own.bytes(), List.of(), place));
            assertThat(ours.capabilities().directRead())
                    .as("the probe must find that the address leads into another process")
                    .isFalse();
            NicBed.Log log = new NicBed.Log();
            for (int i = 0; i < 3000; i++) {
                ours.poll(log);
            }
            assertThat(log.events).isEmpty();
            other.destroyForcibly().waitFor();
            for (int i = 0; i < 3000; i++) {
                ours.poll(log);
            }
            assertThat(log.events.stream().map(NicEvent::kind))
                    .containsExactly(NicEvent.Kind.PEER_GONE, NicEvent.Kind.LANE_FAILED);
            assertThat(log.events.getFirst().detail()).contains("rank 1 (pid " + other.pid() + ") has ended");
            assertThat(ours.post(1, 77, 0, 0, 0, 0, Nic.NO_FLAG, 0)).isTrue();
            ours.poll(log);
            assertThat(log.status).containsExactly(CompletionStatus.SEVERED);
            assertThat(ours.readPeer(1, own.address(), Arena.ofAuto().allocate(8), 0, 8))
                    .isFalse();
        } finally {
            other.destroyForcibly();
        }
    }

    /** As when the kernel has given the peer's number to another process since. */
    @Test
    @SuppressWarnings("restricted") // the stamp lies before the region that the NIC hands out
    void aReadFromAProcessWithoutThePeersStampIsRefused() throws Exception {
        try (ShmNic ours = new ShmNic(settings(SESSION, 0, 2));
                ShmNic theirs = new ShmNic(settings(SESSION, 1, 2))) {
            ours.allocate(NicBed.REGION_BYTES);
            ours.openLane(LaneRequest.of(0, 1, 0, 1));
            RegionRecord record = theirs.register(theirs.allocate(NicBed.REGION_BYTES));
            ours.connect(1, new LaneEndpoint(0, 0, 0, ""), record);
            MemorySegment target = Arena.ofAuto().allocate(100);
            assertThat(ours.readPeer(1, record.address(), target, 0, 100)).isTrue();
            MemorySegment stamp = MemorySegment.ofAddress(
                            record.address() - ShmFile.HEADER_BYTES + ShmFile.PROBE_OFFSET)
                    .reinterpret(8);
            stamp.set(ValueLayout.JAVA_LONG, 0, stamp.get(ValueLayout.JAVA_LONG, 0) + 1);
            assertThat(ours.readPeer(1, record.address(), target, 0, 100)).isFalse();
            NicBed.Log log = new NicBed.Log();
            ours.poll(log);
            assertThat(log.events).singleElement().satisfies(event -> {
                assertThat(event.kind()).isEqualTo(NicEvent.Kind.LANE_FAILED);
                assertThat(event.detail()).contains("gave 100 bytes of another process");
            });
            assertThat(ours.readPeer(1, record.address(), target, 0, 100))
                    .as("the lane stays failed")
                    .isFalse();
        }
    }

    @Test
    void readsByAddressAreGrantedHere() throws Exception {
        try (NicBed bed = bed(2)) {
            assertThat(bed.nics)
                    .allSatisfy(n -> assertThat(n.capabilities().directRead())
                            .as("process_vm_readv on the own process")
                            .isTrue());
        }
    }
}
