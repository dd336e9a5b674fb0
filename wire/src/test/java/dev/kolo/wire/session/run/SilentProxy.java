package dev.kolo.wire.session.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** Hands one network's bytes on until it is told to fall silent: then connections stand, and nothing passes. */
final class SilentProxy implements AutoCloseable {
    private final ServerSocket listener;
    private final String target;
    private final List<Socket> sockets = new ArrayList<>();
    private volatile boolean silent;

    SilentProxy(String target) throws IOException {
        this.target = target;
        this.listener = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().start(this::accept);
    }

    String endpoint() {
        return "127.0.0.1:" + listener.getLocalPort();
    }

    void silence() {
        silent = true;
    }

    private void accept() {
        try {
            while (true) {
                Socket caller = listener.accept();
                int colon = target.lastIndexOf(':');
                Socket called = new Socket(
                        InetAddress.ofLiteral(target.substring(0, colon)),
                        Integer.parseInt(target.substring(colon + 1)));
                synchronized (sockets) {
                    sockets.add(caller);
                    sockets.add(called);
                }
                Thread.ofPlatform().daemon().start(() -> pass(caller, called));
                Thread.ofPlatform().daemon().start(() -> pass(called, caller));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void pass(Socket from, Socket to) {
        byte[] buffer = new byte[65_536];
        try {
            InputStream input = from.getInputStream();
            OutputStream output = to.getOutputStream();
            for (int read = input.read(buffer); read >= 0; read = input.read(buffer)) {
                if (!silent) {
                    output.write(buffer, 0, read);
                }
            }
            if (!silent) {
                to.shutdownOutput();
            }
        } catch (IOException closed) {
            // One side has gone.
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        synchronized (sockets) {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }
}
