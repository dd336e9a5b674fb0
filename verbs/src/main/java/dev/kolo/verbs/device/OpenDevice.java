package dev.kolo.verbs.device;

import dev.kolo.fabric.address.Gid;
import dev.kolo.fabric.address.Guid;
import dev.kolo.fabric.lanes.PathMtu;
import dev.kolo.verbs.abi.Errno;
import dev.kolo.verbs.abi.VerbsAbi;
import dev.kolo.verbs.call.VerbsCalls;
import dev.kolo.verbs.device.PortFacts.GidSlot;
import dev.kolo.wire.memory.NativeMemory;
import dev.kolo.wire.nic.NicException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** An open RDMA device: its context, and what it says of its ports. */
public final class OpenDevice implements AutoCloseable {
    private static final ValueLayout.OfLong NETWORK_LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private final VerbsCalls calls;
    private final String name;
    private final long context;
    private boolean closed;

    OpenDevice(VerbsCalls calls, String name, long context) {
        this.calls = calls;
        this.name = name;
        this.context = context;
    }

    public String name() {
        return name;
    }

    /** Address of its {@code struct ibv_context}. */
    public long context() {
        return context;
    }

    /**
     * What it says of its ports.
     *
     * @throws NicException when it does not answer
     */
    public List<PortFacts> ports() throws NicException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment device = arena.allocate(VerbsAbi.DEVICE_ATTR_BYTES, 8);
            check("ibv_query_device", calls.queryDevice(context, device.address()));
            int count = device.get(ValueLayout.JAVA_BYTE, VerbsAbi.DEVICE_ATTR_PHYS_PORT_CNT) & 0xff;
            List<PortFacts> ports = new ArrayList<>();
            List<Entry> table = gids(arena, count);
            for (int number = 1; number <= count; number++) {
                ports.add(port(arena, device, number, table));
            }
            return ports;
        }
    }

    private PortFacts port(Arena arena, MemorySegment device, int number, List<Entry> table) throws NicException {
        MemorySegment port = arena.allocate(64, 8);
        check("ibv_query_port of port " + number, calls.queryPort(context, number, port.address()));
        List<GidSlot> gids = table.stream()
                .filter(e -> e.port == number)
                .map(e -> e.slot)
                .sorted((a, b) -> Integer.compare(a.index(), b.index()))
                .toList();
        return new PortFacts(
                name,
                number,
                port.get(ValueLayout.JAVA_INT, VerbsAbi.PORT_ATTR_STATE) == VerbsAbi.PORT_ACTIVE,
                port.get(ValueLayout.JAVA_BYTE, VerbsAbi.PORT_ATTR_LINK_LAYER) == VerbsAbi.LINK_LAYER_ETHERNET,
                mtu(port, VerbsAbi.PORT_ATTR_ACTIVE_MTU),
                mtu(port, VerbsAbi.PORT_ATTR_MAX_MTU),
                port.get(ValueLayout.JAVA_INT, VerbsAbi.PORT_ATTR_MAX_MSG_SZ) & 0xffff_ffffL,
                device.get(ValueLayout.JAVA_INT, VerbsAbi.DEVICE_ATTR_MAX_QP_WR),
                device.get(ValueLayout.JAVA_INT, VerbsAbi.DEVICE_ATTR_MAX_CQE),
                device.get(ValueLayout.JAVA_INT, VerbsAbi.DEVICE_ATTR_VENDOR_ID),
                new Guid(device.get(NETWORK_LONG, VerbsAbi.DEVICE_ATTR_NODE_GUID)),
                new Guid(device.get(NETWORK_LONG, VerbsAbi.DEVICE_ATTR_SYS_IMAGE_GUID)),
                NativeMemory.getText(device.address() + VerbsAbi.DEVICE_ATTR_FW_VER, VerbsAbi.SYSFS_NAME_MAX),
                gids);
    }

    private static int mtu(MemorySegment port, int offset) {
        return PathMtu.ofEnum(port.get(ValueLayout.JAVA_INT, offset)).orElse(0);
    }

    private List<Entry> gids(Arena arena, int portCount) throws NicException {
        int most = 0;
        MemorySegment port = arena.allocate(64, 8);
        for (int number = 1; number <= portCount; number++) {
            check("ibv_query_port of port " + number, calls.queryPort(context, number, port.address()));
            most += port.get(ValueLayout.JAVA_INT, VerbsAbi.PORT_ATTR_GID_TBL_LEN);
        }
        MemorySegment entries = arena.allocate(Math.max(1L, most) * VerbsAbi.GID_ENTRY_BYTES, 8);
        long found = most == 0 ? 0 : calls.queryGidTable(context, entries.address(), most);
        if (found < 0) {
            throw new NicException(name + ": its GID table cannot be read: " + Errno.describe((int) -found));
        }
        List<Entry> table = new ArrayList<>();
        for (int i = 0; i < found; i++) {
            long at = (long) i * VerbsAbi.GID_ENTRY_BYTES;
            Gid gid = new Gid(entries.get(NETWORK_LONG, at), entries.get(NETWORK_LONG, at + 8));
            if (!gid.isZero()) {
                table.add(new Entry(
                        entries.get(ValueLayout.JAVA_INT, at + VerbsAbi.GID_ENTRY_PORT_NUM),
                        new GidSlot(
                                entries.get(ValueLayout.JAVA_INT, at + VerbsAbi.GID_ENTRY_GID_INDEX),
                                gid,
                                entries.get(ValueLayout.JAVA_INT, at + VerbsAbi.GID_ENTRY_GID_TYPE)
                                        == VerbsAbi.GID_TYPE_ROCE_V2,
                                entries.get(ValueLayout.JAVA_INT, at + VerbsAbi.GID_ENTRY_NDEV_IFINDEX))));
            }
        }
        return table;
    }

    private record Entry(int port, GidSlot slot) {}

    private void check(String call, int result) throws NicException {
        if (result != 0) {
            throw new NicException(name + ": " + call + " fails: " + Errno.describe(Math.abs(result)));
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            calls.closeDevice(context);
        }
    }
}
