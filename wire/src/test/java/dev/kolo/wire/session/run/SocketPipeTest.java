package dev.kolo.wire.session.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.wire.session.star.Pipe;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SocketPipeTest {
    @Test
    void aNetworkThatGivesUpSaysNothingOfTheProcess() {
        assertThat(SocketPipe.meaning(new IOException("Connection timed out"))).isEqualTo(Pipe.State.UNREACHABLE);
        assertThat(SocketPipe.meaning(new NoRouteToHostException("No route to host")))
                .isEqualTo(Pipe.State.UNREACHABLE);
        assertThat(SocketPipe.meaning(new SocketException("Network is unreachable")))
                .isEqualTo(Pipe.State.UNREACHABLE);
        assertThat(SocketPipe.meaning(new SocketException("Connection reset"))).isEqualTo(Pipe.State.ENDED);
        assertThat(SocketPipe.meaning(new IOException("Broken pipe"))).isEqualTo(Pipe.State.ENDED);
    }

    @Test
    void whatWasSaidBeforeTheEndIsReadBeforeTheEndIsSeen() throws Exception {
        try (ServerSocketChannel listener =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            SocketChannel caller = SocketChannel.open(listener.getLocalAddress());
            SocketPipe pipe = new SocketPipe(listener.accept());
            caller.write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
            caller.close();
            ByteBuffer into = ByteBuffer.allocate(8);
            while (pipe.state() == Pipe.State.OPEN) {
                pipe.read(into);
            }
            assertThat(into.position()).isEqualTo(3);
            assertThat(pipe.state()).isEqualTo(Pipe.State.ENDED);
        }
    }

    @Test
    void aResetIsTheEndOfTheProcess() throws Exception {
        try (ServerSocketChannel listener =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            SocketChannel caller = SocketChannel.open(listener.getLocalAddress());
            SocketPipe pipe = new SocketPipe(listener.accept());
            // With a linger of 0 closing resets, as a killed process with unread bytes does.
            caller.setOption(StandardSocketOptions.SO_LINGER, 0);
            caller.close();
            ByteBuffer into = ByteBuffer.allocate(8);
            while (pipe.state() == Pipe.State.OPEN) {
                pipe.read(into);
            }
            assertThat(pipe.state()).isEqualTo(Pipe.State.ENDED);
        }
    }

    @Test
    void theLastTagIsKeptForTheOwnerAlone(@TempDir Path folder) throws Exception {
        LastTag tags = new LastTag(folder);
        assertThat(tags.read()).isZero();
        tags.write(0xbeef);
        assertThat(tags.read()).isEqualTo(0xbeef);
        Path file = folder.resolve("kolo-wire-last-tag");
        assertThat(java.nio.file.attribute.PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        Files.writeString(file, "no tag");
        assertThat(tags.read()).isZero();
        Files.delete(file);
        Files.createSymbolicLink(file, Files.writeString(folder.resolve("other"), "0001"));
        assertThat(tags.read()).isZero();
    }
}
