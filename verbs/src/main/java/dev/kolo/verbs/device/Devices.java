package dev.kolo.verbs.device;

import dev.kolo.verbs.abi.VerbsAbi;
import dev.kolo.verbs.call.NativeVerbs;
import dev.kolo.verbs.call.OperationsTable;
import dev.kolo.verbs.call.OperationsTables;
import dev.kolo.verbs.call.Unavailable;
import dev.kolo.verbs.call.VerbsCalls;
import dev.kolo.wire.memory.NativeMemory;
import dev.kolo.wire.nic.NicException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The RDMA devices of this host, by name: listing them, opening them, and saying why it cannot be. */
public final class Devices {
    private final VerbsCalls calls;
    private final Path root;
    private final OperationsTables tables = new OperationsTables();

    /**
     * Devices behind calls.
     *
     * @param calls libibverbs, or a NIC written in Java
     * @param root where {@code sys} and {@code dev} lie: {@code /}
     */
    public Devices(VerbsCalls calls, Path root) {
        this.calls = calls;
        this.root = root;
    }

    /**
     * The devices of this machine.
     *
     * @throws NicException when libibverbs is missing, or lacks a function
     */
    public static Devices ofThisHost() throws NicException {
        try {
            Optional<NativeVerbs> library = NativeVerbs.bind();
            return new Devices(
                    library.orElseThrow(
                            () -> new NicException(Unavailable.words(new Unavailable.Seen(false, false, -1, 0)))),
                    Path.of("/"));
        } catch (UnsatisfiedLinkError tooOld) {
            throw new NicException(String.valueOf(tooOld.getMessage()), tooOld);
        }
    }

    /**
     * What every device says of its ports, in the order of the names.
     *
     * @throws NicException when there is none, or one does not open or answer; the message says which of the causes it is
     */
    public List<PortFacts> ports() throws NicException {
        List<PortFacts> all = new ArrayList<>();
        for (String name : names()) {
            try (OpenDevice device = open(name)) {
                all.addAll(device.ports());
            }
        }
        return all;
    }

    /** The calls that everything here goes through. */
    public VerbsCalls calls() {
        return calls;
    }

    /**
     * How to post to an open device, and to poll it.
     *
     * @param direct whether its provider's calls may stay inside the JVM: see {@link OperationsTables}
     */
    public OperationsTable operations(OpenDevice device, boolean direct) {
        return tables.of(device.context(), direct);
    }

    private List<String> names() throws NicException {
        try (Listing listing = new Listing()) {
            return listing.devices.stream().map(Listed::name).sorted().toList();
        }
    }

    /**
     * Opens a device.
     *
     * @throws NicException when there is none of this name, or it does not open
     */
    public OpenDevice open(String name) throws NicException {
        try (Listing listing = new Listing()) {
            Listed listed = listing.devices.stream()
                    .filter(d -> d.name.equals(name))
                    .findFirst()
                    .orElseThrow(() -> new NicException("there is no RDMA device \"" + name + "\"; there are "
                            + String.join(
                                    ", ",
                                    listing.devices.stream()
                                            .map(Listed::name)
                                            .sorted()
                                            .toList())));
            long context = calls.openDevice(listed.address);
            if (context == 0) {
                throw new NicException(notOpened(listed, calls.errno()));
            }
            return new OpenDevice(calls, name, context);
        }
    }

    private String notOpened(Listed device, int errno) {
        Path node = root.resolve("dev/infiniband/" + device.node);
        return Unavailable.notOpened(
                device.name,
                "/dev/infiniband/" + device.node,
                Files.exists(node),
                Files.isReadable(node) && Files.isWritable(node),
                System.getProperty("user.name", "?"),
                errno);
    }

    private record Listed(String name, String node, long address) {}

    /** The library's list; devices of it may be opened while it lives. */
    private final class Listing implements AutoCloseable {
        private final long list;
        private final List<Listed> devices = new ArrayList<>();

        Listing() throws NicException {
            try (Arena arena = Arena.ofConfined()) {
                long count = arena.allocate(8, 8).address();
                list = calls.getDeviceList(count);
                int errno = list == 0 ? calls.errno() : 0;
                int listed = list == 0 ? -1 : NativeMemory.getInt(count);
                boolean kernel = Files.isDirectory(root.resolve("sys/class/infiniband_verbs"));
                if (listed <= 0) {
                    close();
                    throw new NicException(Unavailable.words(new Unavailable.Seen(true, kernel, listed, errno)));
                }
                for (int i = 0; i < listed; i++) {
                    long address = NativeMemory.getLong(list + 8L * i);
                    devices.add(new Listed(
                            NativeMemory.getText(address + VerbsAbi.DEVICE_NAME, VerbsAbi.SYSFS_NAME_MAX),
                            NativeMemory.getText(address + VerbsAbi.DEVICE_DEV_NAME, VerbsAbi.SYSFS_NAME_MAX),
                            address));
                }
            }
        }

        @Override
        public void close() {
            if (list != 0) {
                calls.freeDeviceList(list);
            }
        }
    }
}
