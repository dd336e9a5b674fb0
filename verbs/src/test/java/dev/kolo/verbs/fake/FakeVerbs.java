package dev.kolo.verbs.fake;

import dev.kolo.verbs.abi.Errno;
import dev.kolo.verbs.abi.VerbsAbi;
import dev.kolo.verbs.call.VerbsCalls;
import dev.kolo.wire.memory.NativeMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A host's RDMA devices written in Java: contexts with a table of operations whose functions are Java methods, so that the NIC
 * under test loads the pointers and calls them as it calls a provider's. Not a copy of anything: it keeps the rules that the
 * manual and soft RoCE in guests have shown.
 */
public final class FakeVerbs implements VerbsCalls {
    private static final ValueLayout.OfLong NETWORK_LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private final FakeFabric fabric;
    private final int host;
    private final Arena arena = Arena.ofShared();
    private final Map<String, Port> ports = new TreeMap<>();
    private final Map<Long, String> devices = new HashMap<>();
    private final Map<Long, String> contexts = new HashMap<>();
    private final List<FakeQueuePair> pairs = new ArrayList<>();
    private final List<FakeCompletions> queues = new ArrayList<>();
    private final Map<Long, Integer> regions = new HashMap<>();
    private final Set<Long> domains = new HashSet<>();
    private final Map<String, ArrayDeque<long[]>> events = new HashMap<>();
    private MemorySegment postStub;
    private MemorySegment pollStub;
    private int errno;

    /** Faults, by the name of the call: it fails with this number. */
    public final Map<String, Integer> failing = new HashMap<>();

    /** Whether work requests wait for the owner's next poll, so that sources are read late, as a real NIC may. */
    public boolean lazy;

    /** Most inline data that a device grants; it refuses more. */
    public int inlineLimit = 64;

    /** Errno of the device list; 0: it is given. */
    public int listErrno;

    /** Attributes of every change of a queue pair to RTR and RTS, in order, as they were asked for. */
    public final List<String> transitions = new ArrayList<>();

    /** What post_send returns in the middle of a chain, having taken its first request; 0: it works. */
    public int refusing;

    /** Longest message of a port. */
    public long maxMessageBytes = 1 << 23;

    /** One port a device. */
    private static final class Port {
        boolean active = true;
        int mtu = 5;
        final List<byte[]> gids = new ArrayList<>();
        final List<Integer> types = new ArrayList<>();
        int netdevIndex;
    }

    /** A host with these devices. */
    @SuppressWarnings("restricted")
    public FakeVerbs(FakeFabric fabric, int host, List<String> names) {
        this.fabric = fabric;
        this.host = host;
        for (String name : names) {
            ports.put(name, new Port());
            events.put(name, new ArrayDeque<>());
        }
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            MethodType type = MethodType.methodType(int.class, long.class, long.class, long.class);
            FunctionDescriptor shape = FunctionDescriptor.of(
                    ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);
            Linker linker = Linker.nativeLinker();
            postStub = linker.upcallStub(
                    lookup.findVirtual(FakeVerbs.class, "postSend", type).bindTo(this), shape, arena);
            pollStub = linker.upcallStub(
                    lookup.findVirtual(FakeVerbs.class, "pollCq", type).bindTo(this), shape, arena);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    /** Puts functions of C into the table of operations of every context that is opened from now on. */
    public void operations(MemorySegment post, MemorySegment poll) {
        postStub = post;
        pollStub = poll;
    }

    /** Adds an entry to a device's GID table: a type of {@link VerbsAbi}, and a GID in network order. */
    public FakeVerbs gid(String device, int type, byte[] gid) {
        port(device).gids.add(gid);
        port(device).types.add(type);
        return this;
    }

    public FakeVerbs netdevIndex(String device, int index) {
        port(device).netdevIndex = index;
        return this;
    }

    public FakeVerbs portDown(String device) {
        port(device).active = false;
        return this;
    }

    private Port port(String device) {
        Port port = ports.get(device);
        if (port == null) {
            throw new AssertionError("no device " + device);
        }
        return port;
    }

    /** A device tells something: an event's number and element. */
    public void tell(String device, int event, long element) {
        events.computeIfAbsent(device, d -> new ArrayDeque<>()).add(new long[] {event, element});
    }

    /** Addresses of queue pairs that exist, in the order in which they were made. */
    public List<Long> pairAddresses() {
        return pairs.stream()
                .sorted((a, b) -> Integer.compare(a.number, b.number))
                .map(p -> p.address)
                .toList();
    }

    /** From now on every poll of every queue returns this negative number. */
    public void breakQueues(int result) {
        queues.forEach(q -> q.broken = result);
    }

    /** What was made and not given back: domains, regions, queues, pairs, contexts. */
    public int leftovers() {
        return domains.size() + regions.size() + queues.size() + pairs.size() + contexts.size();
    }

    private boolean fails(String call) {
        errno = failing.getOrDefault(call, 0);
        return errno != 0;
    }

    @Override
    public long getDeviceList(long count) {
        if (listErrno != 0) {
            errno = listErrno;
            return 0;
        }
        MemorySegment list = arena.allocate(8L * (ports.size() + 1), 8);
        int at = 0;
        for (String name : ports.keySet()) {
            MemorySegment device = arena.allocate(664, 8);
            device.asSlice(VerbsAbi.DEVICE_NAME).setString(0, name, StandardCharsets.UTF_8);
            device.asSlice(VerbsAbi.DEVICE_DEV_NAME).setString(0, "uverbs" + at, StandardCharsets.UTF_8);
            devices.put(device.address(), name);
            list.set(ValueLayout.JAVA_LONG, 8L * at++, device.address());
        }
        NativeMemory.putInt(count, at);
        return list.address();
    }

    @Override
    public void freeDeviceList(long list) {
        // The arena keeps it; what an open device needs must outlive the list anyway.
    }

    @Override
    public long openDevice(long device) {
        if (fails("ibv_open_device")) {
            return 0;
        }
        MemorySegment context = arena.allocate(VerbsAbi.CONTEXT_USED_BYTES + 64L, 8);
        context.set(ValueLayout.JAVA_LONG, VerbsAbi.CONTEXT_POST_SEND, postStub.address());
        context.set(ValueLayout.JAVA_LONG, VerbsAbi.CONTEXT_POLL_CQ, pollStub.address());
        contexts.put(context.address(), devices.getOrDefault(device, "?"));
        return context.address();
    }

    @Override
    public int closeDevice(long context) {
        contexts.remove(context);
        return 0;
    }

    @Override
    public int queryDevice(long context, long attributes) {
        if (fails("ibv_query_device")) {
            return errno;
        }
        NativeMemory.putInt(attributes + VerbsAbi.DEVICE_ATTR_MAX_QP_WR, 8192);
        NativeMemory.putInt(attributes + VerbsAbi.DEVICE_ATTR_MAX_CQE, 32_767);
        NativeMemory.putInt(attributes + VerbsAbi.DEVICE_ATTR_VENDOR_ID, 0x1234);
        NativeMemory.putByte(attributes + VerbsAbi.DEVICE_ATTR_PHYS_PORT_CNT, 1);
        return 0;
    }

    @Override
    public int queryPort(long context, int number, long attributes) {
        if (fails("ibv_query_port")) {
            return errno;
        }
        Port port = port(nameOf(context));
        NativeMemory.putInt(
                attributes + VerbsAbi.PORT_ATTR_STATE, port.active ? VerbsAbi.PORT_ACTIVE : VerbsAbi.PORT_DOWN);
        NativeMemory.putInt(attributes + VerbsAbi.PORT_ATTR_MAX_MTU, 5);
        NativeMemory.putInt(attributes + VerbsAbi.PORT_ATTR_ACTIVE_MTU, port.mtu);
        NativeMemory.putInt(attributes + VerbsAbi.PORT_ATTR_GID_TBL_LEN, 255);
        NativeMemory.putInt(attributes + VerbsAbi.PORT_ATTR_MAX_MSG_SZ, (int) maxMessageBytes);
        NativeMemory.putByte(attributes + VerbsAbi.PORT_ATTR_LINK_LAYER, VerbsAbi.LINK_LAYER_ETHERNET);
        return 0;
    }

    private String nameOf(long context) {
        return contexts.getOrDefault(context, "?");
    }

    @Override
    public long queryGidTable(long context, long entries, long mostEntries) {
        if (fails("_ibv_query_gid_table")) {
            return -errno;
        }
        Port port = port(nameOf(context));
        long written = 0;
        for (int index = 0; index < port.gids.size() && written < mostEntries; index++) {
            long at = entries + written * VerbsAbi.GID_ENTRY_BYTES;
            NativeMemory.putBytes(at, port.gids.get(index));
            NativeMemory.putInt(at + VerbsAbi.GID_ENTRY_GID_INDEX, index);
            NativeMemory.putInt(at + VerbsAbi.GID_ENTRY_PORT_NUM, 1);
            NativeMemory.putInt(at + VerbsAbi.GID_ENTRY_GID_TYPE, port.types.get(index));
            NativeMemory.putInt(at + VerbsAbi.GID_ENTRY_NDEV_IFINDEX, port.netdevIndex);
            written++;
        }
        return written;
    }

    @Override
    public long allocPd(long context) {
        if (fails("ibv_alloc_pd")) {
            return 0;
        }
        long domain = arena.allocate(16, 8).address();
        domains.add(domain);
        return domain;
    }

    @Override
    public int deallocPd(long domain) {
        return domains.remove(domain) ? 0 : Errno.EINVAL;
    }

    @Override
    public long regMr(long domain, long address, long bytes, int access) {
        boolean remoteWithoutLocal =
                (access & VerbsAbi.ACCESS_REMOTE_WRITE) != 0 && (access & VerbsAbi.ACCESS_LOCAL_WRITE) == 0;
        if (fails("ibv_reg_mr")) {
            return 0;
        }
        if (bytes == 0 || remoteWithoutLocal || !domains.contains(domain)) {
            errno = Errno.EINVAL;
            return 0;
        }
        int key = fabric.nextKey();
        fabric.add(new FakeFabric.FakeMemory(key, address, bytes));
        long region = arena.allocate(48, 8).address();
        NativeMemory.putInt(region + VerbsAbi.MR_LKEY, key);
        NativeMemory.putInt(region + VerbsAbi.MR_RKEY, key);
        regions.put(region, key);
        return region;
    }

    @Override
    public int deregMr(long region) {
        if (fails("ibv_dereg_mr")) {
            return errno;
        }
        Integer key = regions.remove(region);
        if (key == null) {
            return Errno.EINVAL;
        }
        fabric.remove(key);
        return 0;
    }

    @Override
    public long createCq(long context, int entries) {
        if (fails("ibv_create_cq")) {
            return 0;
        }
        long queue = arena.allocate(136, 8).address();
        queues.add(new FakeCompletions(fabric, queue, entries));
        return queue;
    }

    @Override
    public int destroyCq(long queue) {
        return queues.removeIf(q -> q.address == queue) ? 0 : Errno.EINVAL;
    }

    @Override
    public long createQp(long domain, long attributes) {
        if (fails("ibv_create_qp")) {
            return 0;
        }
        int inline = NativeMemory.getInt(attributes + VerbsAbi.QP_INIT_ATTR_MAX_INLINE_DATA);
        FakeCompletions queue = queue(NativeMemory.getLong(attributes + VerbsAbi.QP_INIT_ATTR_SEND_CQ));
        boolean reliable = NativeMemory.getInt(attributes + VerbsAbi.QP_INIT_ATTR_QP_TYPE) == VerbsAbi.QPT_RC;
        if (inline > inlineLimit || queue == null || !reliable) {
            errno = Errno.EINVAL;
            return 0;
        }
        long address = arena.allocate(168, 8).address();
        int depth = NativeMemory.getInt(attributes + VerbsAbi.QP_INIT_ATTR_MAX_SEND_WR);
        FakeQueuePair pair = new FakeQueuePair(fabric, host, address, queue, depth);
        pairs.add(pair);
        fabric.add(pair);
        NativeMemory.putInt(address + VerbsAbi.QP_QP_NUM, pair.number);
        return address;
    }

    @Override
    public int modifyQp(long queuePair, long attributes, int mask) {
        FakeQueuePair pair = pair(queuePair);
        int wanted = NativeMemory.getInt(attributes + VerbsAbi.QP_ATTR_QP_STATE);
        if (fails("ibv_modify_qp " + wanted) || pair == null) {
            return errno == 0 ? Errno.EINVAL : errno;
        }
        boolean fits = switch (wanted) {
            case VerbsAbi.QPS_INIT -> pair.state == VerbsAbi.QPS_RESET && mask == VerbsAbi.MASK_TO_INIT;
            case VerbsAbi.QPS_RTR -> pair.state == VerbsAbi.QPS_INIT && mask == VerbsAbi.MASK_TO_RTR;
            case VerbsAbi.QPS_RTS -> pair.state == VerbsAbi.QPS_RTR && mask == VerbsAbi.MASK_TO_RTS;
            case VerbsAbi.QPS_ERR -> mask == VerbsAbi.MASK_STATE;
            default -> false;
        };
        if (!fits) {
            return Errno.EINVAL;
        }
        if (wanted == VerbsAbi.QPS_RTR) {
            toRtr(pair, attributes);
        }
        if (wanted == VerbsAbi.QPS_RTS) {
            pair.timeout = NativeMemory.getByte(attributes + VerbsAbi.QP_ATTR_TIMEOUT);
            pair.retries = NativeMemory.getByte(attributes + VerbsAbi.QP_ATTR_RETRY_CNT);
            transitions.add("RTS timeout " + pair.timeout + " retries " + pair.retries + " rnr "
                    + NativeMemory.getByte(attributes + VerbsAbi.QP_ATTR_RNR_RETRY));
        }
        pair.state = wanted;
        return 0;
    }

    private void toRtr(FakeQueuePair pair, long attributes) {
        pair.remoteNumber = NativeMemory.getInt(attributes + VerbsAbi.QP_ATTR_DEST_QP_NUM);
        NativeMemory.getBytes(attributes + VerbsAbi.QP_ATTR_DGID, pair.gid);
        pair.flowLabel = NativeMemory.getInt(attributes + VerbsAbi.QP_ATTR_FLOW_LABEL);
        pair.trafficClass = NativeMemory.getByte(attributes + VerbsAbi.QP_ATTR_TRAFFIC_CLASS) & 0xff;
        pair.pathMtu = NativeMemory.getInt(attributes + VerbsAbi.QP_ATTR_PATH_MTU);
        pair.sgidIndex = NativeMemory.getByte(attributes + VerbsAbi.QP_ATTR_SGID_INDEX) & 0xff;
        transitions.add("RTR gid " + pair.sgidIndex + " class " + pair.trafficClass + " mtu " + pair.pathMtu + " hops "
                + NativeMemory.getByte(attributes + VerbsAbi.QP_ATTR_HOP_LIMIT) + " rnr timer "
                + NativeMemory.getByte(attributes + VerbsAbi.QP_ATTR_MIN_RNR_TIMER) + " label " + pair.flowLabel);
    }

    @Override
    public int destroyQp(long queuePair) {
        if (fails("ibv_destroy_qp")) {
            return errno;
        }
        FakeQueuePair pair = pair(queuePair);
        if (pair != null) {
            pair.state = VerbsAbi.QPS_RESET;
            fabric.remove(pair);
            pairs.remove(pair);
        }
        return pair == null ? Errno.EINVAL : 0;
    }

    @Override
    public boolean hasAsyncEvent(long context) {
        return !events.computeIfAbsent(nameOf(context), d -> new ArrayDeque<>()).isEmpty();
    }

    @Override
    public int getAsyncEvent(long context, long event) {
        long[] next =
                events.computeIfAbsent(nameOf(context), d -> new ArrayDeque<>()).remove();
        NativeMemory.putInt(event + VerbsAbi.ASYNC_EVENT_EVENT_TYPE, (int) next[0]);
        NativeMemory.putLong(event + VerbsAbi.ASYNC_EVENT_ELEMENT, next[1]);
        return 0;
    }

    @Override
    public void ackAsyncEvent(long event) {
        // Nothing waits for it here.
    }

    @Override
    public int errno() {
        return errno;
    }

    private @Nullable FakeQueuePair pair(long address) {
        for (int i = 0; i < pairs.size(); i++) {
            if (pairs.get(i).address == address) {
                return pairs.get(i);
            }
        }
        return null;
    }

    private @Nullable FakeCompletions queue(long address) {
        for (int i = 0; i < queues.size(); i++) {
            if (queues.get(i).address == address) {
                return queues.get(i);
            }
        }
        return null;
    }

    // The table of operations: called through native stubs.

    /** A chain is taken from its front until the queue is full; on a queue pair in error everything is taken and flushes. */
    int postSend(long queuePair, long request, long badRequest) {
        FakeQueuePair pair = pair(queuePair);
        if (pair == null || pair.state < VerbsAbi.QPS_RTS) {
            NativeMemory.putLong(badRequest, request);
            return Errno.EINVAL;
        }
        for (long next = request; next != 0; next = NativeMemory.getLong(next + VerbsAbi.SEND_WR_NEXT)) {
            boolean second = next != request;
            if ((refusing != 0 && second) || !pair.take(next)) {
                NativeMemory.putLong(badRequest, next);
                if (!lazy) {
                    pair.work();
                }
                return refusing != 0 ? refusing : Errno.ENOMEM;
            }
        }
        if (!lazy) {
            pair.work();
        }
        return 0;
    }

    int pollCq(long queue, long most, long completions) {
        FakeCompletions from = queue(queue);
        if (from == null) {
            return -Errno.EINVAL;
        }
        if (lazy) {
            for (int i = 0; i < pairs.size(); i++) {
                if (pairs.get(i).completions == from) {
                    pairs.get(i).work();
                }
            }
        }
        return from.poll((int) most, completions);
    }

    /** 16 bytes of a GID in network order. */
    public static byte[] gidBytes(long high, long low) {
        byte[] bytes = new byte[16];
        MemorySegment to = MemorySegment.ofArray(bytes);
        to.set(NETWORK_LONG, 0, high);
        to.set(NETWORK_LONG, 8, low);
        return bytes;
    }

    /** The GID of an IPv4 address. */
    public static byte[] gidOf(int a, int b, int c, int d) {
        return gidBytes(0, 0xffff_0000_0000L | (long) a << 24 | b << 16 | c << 8 | d);
    }
}
