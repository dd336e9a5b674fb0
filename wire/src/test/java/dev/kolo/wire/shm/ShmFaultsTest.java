package dev.kolo.wire.shm;

import dev.kolo.wire.faults.FaultMatrix;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.RegionRecord;
import dev.kolo.wire.record.SessionId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** Here a peer ends with its process: rank 1 lends the name of one that the test can end. */
class ShmFaultsTest extends FaultMatrix {
    @TempDir
    Path folder;

    private final List<Process> lent = new ArrayList<>();
    private long random = 1;
    private boolean lends = true;

    @Override
    protected List<? extends Nic> open(int world) {
        SessionId session = new SessionId(random, 42);
        List<ShmNic> nics = new ArrayList<>();
        for (int rank = 0; rank < world; rank++) {
            nics.add(new ShmNic(new ShmSettings(session, rank, world, folder, "0badcafe-b007", random++, true)));
        }
        return nics;
    }

    @Override
    protected RegionRecord toldAs(int rank, RegionRecord record) {
        if (rank != 1 || !lends) {
            return record;
        }
        try {
            Process process = new ProcessBuilder("sleep", "600").start();
            lent.add(process);
            OptionalLong start = ProcessId.startTicksOf(process.pid());
            String place = record.place().replaceFirst(" \\d+ \\d+$", " " + process.pid() + " " + start.orElseThrow());
            return new RegionRecord(record.address(), record.bytes(), List.of(), place);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    protected void readByAddress() {
        lends = false;
    }

    @Override
    protected void sever(int rank, int peer) throws InterruptedException {
        lent.getLast().destroyForcibly().waitFor();
    }

    @AfterEach
    void endWhatWasLent() {
        lent.forEach(Process::destroyForcibly);
    }
}
