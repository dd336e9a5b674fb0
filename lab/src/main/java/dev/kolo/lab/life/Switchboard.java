package dev.kolo.lab.life;

import dev.kolo.lab.LabException;
import dev.kolo.lab.layout.LabHost;
import dev.kolo.lab.layout.LabLayout;
import dev.kolo.lab.layout.LabPort;
import dev.kolo.lab.machine.Emulator;
import dev.kolo.lab.machine.Monitor;
import dev.kolo.lab.state.LabFolder;
import dev.kolo.remote.process.Detached;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Starts the process that joins the guests' management interfaces, and in switched labs their ports. */
final class Switchboard {
    private static final int ATTEMPTS = 5;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private Switchboard() {}

    /**
     * Starts it on loopback ports that are free.
     *
     * @return the port of each guest's ssh server, by host name
     */
    static Map<String, Integer> start(LabFolder folder, LabLayout layout, Emulator emulator, long timeoutNanos)
            throws IOException, InterruptedException {
        Path log = folder.emulatorLog("switchboard");
        for (int attempt = 1; ; attempt++) {
            Map<String, Integer> ports = freePorts(layout);
            Detached process = Detached.start(emulator.switchboard(ports), folder.path(), log, Detached.Stdin.NOTHING);
            try {
                connect(emulator.monitor(Emulator.SWITCHBOARD), process, timeoutNanos)
                        .close();
                return ports;
            } catch (IOException failure) {
                // Somebody may have taken one of the ports in the meantime.
                if (attempt == ATTEMPTS || process.isAlive()) {
                    throw LabException.failed("the lab's switchboard did not start (" + failure.getMessage() + "): "
                            + LabFolder.tail(log, 2));
                }
            }
        }
    }

    /** All at once, so that no two are the same. */
    private static Map<String, Integer> freePorts(LabLayout layout) throws IOException {
        List<ServerSocket> held = new ArrayList<>();
        Map<String, Integer> ports = new LinkedHashMap<>();
        try {
            for (LabHost host : layout.hosts()) {
                ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                held.add(socket);
                ports.put(host.name(), socket.getLocalPort());
            }
        } finally {
            for (ServerSocket socket : held) {
                socket.close();
            }
        }
        return ports;
    }

    /**
     * Reaches the monitor of an emulator that is just starting.
     *
     * @throws IOException when it has ended or cannot be reached in time
     */
    static Monitor connect(Path socket, Detached process, long timeoutNanos) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + timeoutNanos;
        while (true) {
            try {
                return Monitor.connect(socket, timeoutNanos);
            } catch (IOException notYet) {
                if (!process.isAlive()) {
                    throw new IOException("the process has ended", notYet);
                }
                if (System.nanoTime() - deadline >= 0) {
                    throw notYet;
                }
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** The arguments of {@code set_link} for a port. */
    static Map<String, Object> link(LabPort port, boolean up) {
        Map<String, Object> arguments = new LinkedHashMap<>();
        arguments.put("name", Emulator.netdev(port));
        arguments.put("up", up);
        return arguments;
    }
}
