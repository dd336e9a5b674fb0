package dev.kolo.wire.shm;

import dev.kolo.wire.faults.SetUpFaults;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.record.SessionId;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class ShmSetUpFaultsTest extends SetUpFaults {
    @TempDir
    Path folder;

    private int world = 2;
    private long random = 1;

    @Override
    protected void begin(int ofWorld) {
        world = ofWorld;
    }

    @Override
    protected Nic open(SessionId session, int rank) {
        return new ShmNic(new ShmSettings(session, rank, world, folder, "0badcafe-b007", random++, true));
    }
}
