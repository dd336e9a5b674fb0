package dev.kolo.verbs.nic;

import dev.kolo.verbs.abi.Errno;
import dev.kolo.verbs.abi.VerbsAbi;
import dev.kolo.verbs.call.OperationsTable;
import dev.kolo.verbs.device.Devices;
import dev.kolo.verbs.device.OpenDevice;
import dev.kolo.wire.memory.NativeMemory;
import dev.kolo.wire.nic.NicException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;

/** A device that has lanes: its context, protection domain, registered memory and one completion queue for all its lanes. */
final class DeviceInUse {
    /** Completions taken at once. */
    static final int BATCH = 16;

    private final Devices devices;
    private final VerbsPort port;
    private final OpenDevice device;
    private final OperationsTable operations;
    private final long domain;
    private final long region;
    private final long queue;
    private final long completions;
    private boolean portDown;
    /** Work requests of its lanes that it still has: while it is 0 there is nothing to ask it. */
    private int outstanding;

    /**
     * Opens a device for lanes.
     *
     * @param arena holds what it writes to
     * @param memory the region to register
     * @param entries of the completion queue: one for every work request of every lane, since on failure all of them flush
     */
    DeviceInUse(Devices devices, VerbsPort port, Arena arena, MemorySegment memory, int entries) throws NicException {
        this.devices = devices;
        this.port = port;
        this.device = devices.open(port.device());
        try {
            this.operations = devices.operations(device, port.direct());
            domain = made("ibv_alloc_pd", devices.calls().allocPd(device.context()));
            region = register(memory);
            queue = made(
                    "ibv_create_cq with " + entries + " entries",
                    devices.calls().createCq(device.context(), entries));
        } catch (NicException refused) {
            device.close();
            throw refused;
        }
        completions = arena.allocate((long) BATCH * VerbsAbi.WC_BYTES, 64).address();
    }

    private long made(String call, long result) throws NicException {
        if (result == 0) {
            throw new NicException(port.label() + ": " + call + " fails: "
                    + Errno.describe(devices.calls().errno()));
        }
        return result;
    }

    private long register(MemorySegment memory) throws NicException {
        long made = devices.calls()
                .regMr(
                        domain,
                        memory.address(),
                        memory.byteSize(),
                        VerbsAbi.ACCESS_LOCAL_WRITE | VerbsAbi.ACCESS_REMOTE_WRITE);
        if (made == 0) {
            int errno = devices.calls().errno();
            throw new NicException(port.label() + ": ibv_reg_mr of " + memory.byteSize() + " bytes fails: "
                    + Errno.describe(errno) + (errno == Errno.ENOMEM ? memlock(memory.byteSize()) : ""));
        }
        return made;
    }

    /** The usual cause of ENOMEM, with this process's own limit. */
    private static String memlock(long bytes) {
        String limit = "not known";
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/limits"))) {
                if (line.startsWith("Max locked memory")) {
                    limit = line.substring("Max locked memory".length()).strip().split("\\s+")[0];
                }
            }
        } catch (IOException unreadable) {
            // The remedy is the same.
        }
        return "; memory that a NIC writes to is locked, this process may lock " + limit + " bytes and needs " + bytes
                + " more for each device: raise it (ulimit -l unlimited; in a container --ulimit memlock=-1:-1; in a"
                + " systemd unit LimitMEMLOCK=infinity)";
    }

    VerbsPort port() {
        return port;
    }

    OpenDevice device() {
        return device;
    }

    OperationsTable operations() {
        return operations;
    }

    long domain() {
        return domain;
    }

    long queue() {
        return queue;
    }

    int localKey() {
        return NativeMemory.getInt(region + VerbsAbi.MR_LKEY);
    }

    int remoteKey() {
        return NativeMemory.getInt(region + VerbsAbi.MR_RKEY);
    }

    /** Address of the batch that {@link #take} fills. */
    long completions() {
        return completions;
    }

    /** Takes a batch of completions: how many, or a negative number. */
    int take() {
        return operations.pollCq(queue, BATCH, completions);
    }

    void posted(int requests) {
        outstanding += requests;
    }

    void returned(int requests) {
        outstanding -= requests;
    }

    boolean hasOutstanding() {
        return outstanding > 0;
    }

    boolean isPortDown() {
        return portDown;
    }

    void portIs(boolean down) {
        portDown = down;
    }

    /**
     * Gives everything back, after its queue pairs are gone.
     *
     * @return false when the memory could not be deregistered, so that it must stay mapped
     */
    boolean close() {
        devices.calls().destroyCq(queue);
        boolean free = devices.calls().deregMr(region) == 0;
        devices.calls().deallocPd(domain);
        device.close();
        return free;
    }
}
