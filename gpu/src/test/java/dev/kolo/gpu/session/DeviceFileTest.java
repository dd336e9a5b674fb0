package dev.kolo.gpu.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kolo.gpu.layout.DeviceLayout;
import dev.kolo.wire.record.SessionId;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeviceFileTest {
    private static final SessionId SESSION = new SessionId(0x1234, 0x5678);
    private static final DeviceLayout LAYOUT = new DeviceLayout(2, 4096);

    @TempDir
    private Path folder;

    private final Arena arena = Arena.ofAuto();

    @Test
    void isPrivateAndSeenByThePeer() throws IOException {
        var own = DeviceFile.create(folder, SESSION, 0, LAYOUT, arena);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(DeviceFile.path(folder, SESSION, 0))))
                .isEqualTo("rw-------");
        var peer = DeviceFile.open(folder, SESSION, 0, LAYOUT, arena);
        own.set(ValueLayout.JAVA_LONG, 8192, 42);
        assertThat(peer.get(ValueLayout.JAVA_LONG, 8192)).isEqualTo(42);
    }

    @Test
    void refusesAnotherSessionsRegion() throws IOException {
        DeviceFile.create(folder, SESSION, 0, LAYOUT, arena);
        SessionId other = new SessionId(0x1234, 0x9999);
        Files.move(DeviceFile.path(folder, SESSION, 0), DeviceFile.path(folder, other, 0));
        assertThatThrownBy(() -> DeviceFile.open(folder, other, 0, LAYOUT, arena))
                .hasMessageContaining("belongs to session " + SESSION)
                .hasMessageContaining("session " + other + " has here");
    }

    @Test
    void refusesAnotherSizeOrMode() throws IOException {
        DeviceFile.create(folder, SESSION, 0, LAYOUT, arena);
        assertThatThrownBy(() -> DeviceFile.open(folder, SESSION, 0, new DeviceLayout(2, 8192), arena))
                .hasMessageContaining("is no file of mode 0600 with");
        Files.setPosixFilePermissions(
                DeviceFile.path(folder, SESSION, 0), PosixFilePermissions.fromString("rw-rw-rw-"));
        assertThatThrownBy(() -> DeviceFile.open(folder, SESSION, 0, LAYOUT, arena))
                .hasMessageContaining("has mode rw-rw-rw-");
    }

    @Test
    void saysWhatToDoWhereAPeerIsNotToBeSeen() {
        assertThatThrownBy(() -> DeviceFile.open(folder, SESSION, 1, LAYOUT, arena))
                .hasMessageContaining("the region of rank 1")
                .hasMessageContaining("--ipc=host")
                .hasMessageContaining("kolo wire serve");
    }
}
