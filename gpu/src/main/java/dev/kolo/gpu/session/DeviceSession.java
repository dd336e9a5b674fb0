package dev.kolo.gpu.session;

import dev.kolo.gpu.cuda.CudaDriver;
import dev.kolo.gpu.cuda.CudaException;
import dev.kolo.gpu.kernel.KernelImage;
import dev.kolo.gpu.layout.DeviceLayout;
import dev.kolo.gpu.layout.DevicePath;
import dev.kolo.gpu.layout.FailureRecord;
import dev.kolo.gpu.proxy.Carrier;
import dev.kolo.gpu.proxy.HostCarrier;
import dev.kolo.gpu.proxy.MailboxProxy;
import dev.kolo.gpu.proxy.NicCarrier;
import dev.kolo.gpu.proxy.ProxyWorker;
import dev.kolo.wire.progress.Communicator;
import dev.kolo.wire.protocol.WireFailure;
import dev.kolo.wire.record.SessionId;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A rank's GPU on the wire: region, peers, kernels, proxy. Set-up rides on a running session of the host wire, stage by stage,
 * each closed by a verdict that all ranks share: so every rank has its GPU on the wire, or none.
 */
public final class DeviceSession implements AutoCloseable {
    private static final Path FOLDER = Path.of("/dev/shm");
    private static final long WATCH_NAP_NANOS = 1_000_000;
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    private final CudaDriver cuda;
    private final Communicator host;
    private final DeviceOptions options;
    private final Consumer<String> log;
    private final Arena arena = Arena.ofShared();
    private final DeviceLayout layout;
    private final List<MemorySegment> regions = new ArrayList<>();
    private final List<Runnable> endings = new ArrayList<>();
    private int computeCapability = Integer.MAX_VALUE;
    private Optional<DeviceWire> wire = Optional.empty();
    private Optional<MailboxProxy> proxy = Optional.empty();
    private Optional<NicLanes> lanes = Optional.empty();
    private volatile boolean closed;

    private DeviceSession(CudaDriver cuda, Communicator host, DeviceOptions options, Consumer<String> log) {
        this.cuda = cuda;
        this.host = host;
        this.options = options;
        this.log = log;
        layout = new DeviceLayout(host.world(), options.limitBytes());
    }

    /**
     * Sets a session up; all ranks call it, and all get a session or all the same refusal.
     *
     * @param cuda the driver, with this rank's device in use
     * @param ordinal number of that device
     * @param session the host wire's id
     * @param host the host wire's collectives
     * @param options what is asked for
     * @param log takes one line at a time, for people
     * @throws DeviceFailure when a rank complained; the message names it
     */
    public static DeviceSession open(
            CudaDriver cuda,
            int ordinal,
            SessionId session,
            Communicator host,
            DeviceOptions options,
            Consumer<String> log) {
        DeviceSession made = new DeviceSession(cuda, host, options, log);
        try {
            made.setUp(ordinal, session);
            return made;
        } catch (RuntimeException e) {
            made.close();
            throw e;
        } finally {
            DeviceFile.remove(FOLDER, session, host.rank());
        }
    }

    private void setUp(int ordinal, SessionId session) {
        int rank = host.rank();
        long[] own = new long[2];
        List<RankRecord> records = stage("device memory", () -> {
            byte[][] lanesTold = {new byte[0]};
            MemorySegment region = ownRegion(session, lanesTold);
            regions.add(region);
            own[0] = cuda.register(region);
            endings.add(() -> cuda.unregister(region));
            own[1] = own[0];
            byte[] handle = lanesTold[0];
            if (options.path() == DevicePath.PEER_MEMORY) {
                own[1] = cuda.allocate(layout.regionBytes());
                endings.add(() -> cuda.free(own[1]));
                handle = cuda.shareHandle(own[1]);
            }
            return new RankRecord("", cuda.computeCapability(ordinal), handle);
        });
        records.forEach(r -> computeCapability = Math.min(computeCapability, r.computeCapability()));
        List<Long> peers = new ArrayList<>();
        stage("peers", () -> {
            lanes.ifPresent(
                    l -> l.connect(records.stream().map(RankRecord::handle).toList()));
            peers.addAll(openPeers(session, own[1], records));
            return RankRecord.content();
        });
        stage("kernels", () -> {
            DeviceLinks links = new DeviceLinks(rank, layout, options.path(), own[0], own[1], peers);
            KernelImage image = KernelImage.of(cuda.computeCapability(ordinal));
            DeviceWire made = new DeviceWire(cuda, links, computeCapability, image, options.terms());
            endings.add(made::close);
            wire = Optional.of(made);
            if (options.path().isProxied()) {
                proxy = Optional.of(startProxy());
            }
            return RankRecord.content();
        });
        Thread watch = new Thread(this::watch, "kolo-device-watch");
        watch.setDaemon(true);
        watch.start();
    }

    private MemorySegment ownRegion(SessionId session, byte[][] lanesTold) {
        if (options.path() != DevicePath.PROXY_NIC) {
            return DeviceFile.create(FOLDER, session, host.rank(), layout, arena);
        }
        NicLanes made = new NicLanes(options.nic().orElseThrow(), session, host.rank(), host.world());
        lanes = Optional.of(made);
        endings.add(made::close);
        return made.region(layout.regionBytes(), lanesTold);
    }

    private List<Long> openPeers(SessionId session, long ownAt, List<RankRecord> records) {
        int rank = host.rank();
        if (lanes.isPresent()) {
            return Collections.nCopies(layout.world(), ownAt);
        }
        List<Long> peers = new ArrayList<>();
        List<MemorySegment> mapped = new ArrayList<>();
        for (int peer = 0; peer < layout.world(); peer++) {
            MemorySegment region = peer == rank ? ownRegion() : DeviceFile.open(FOLDER, session, peer, layout, arena);
            mapped.add(region);
            if (peer == rank || options.path().isProxied()) {
                peers.add(ownAt);
            } else if (options.path() == DevicePath.PEER_MEMORY) {
                long at = cuda.openHandle(records.get(peer).handle());
                endings.add(() -> cuda.closeHandle(at));
                peers.add(at);
            } else {
                peers.add(cuda.register(region));
                endings.add(() -> cuda.unregister(region));
            }
        }
        regions.clear();
        regions.addAll(mapped);
        return peers;
    }

    private MailboxProxy startProxy() {
        List<ProxyWorker> workers = new ArrayList<>();
        int count = lanes.isPresent() ? 1 : options.proxyWorkers();
        Carrier carrier = lanes.<Carrier>map(l -> new NicCarrier(l.nic(), NicLanes.LANES_PER_PEER, this::laneTrouble))
                .orElseGet(() -> new HostCarrier(host.rank(), regions, options.path() == DevicePath.PROXY_COPY));
        for (int i = 0; i < count; i++) {
            workers.add(new ProxyWorker(
                    i,
                    count,
                    host.rank(),
                    layout,
                    ownRegion(),
                    carrier,
                    options.terms().firstStep()));
        }
        return new MailboxProxy(workers, ownRegion(), log);
    }

    /** A lane that fails after set-up ends this rank's waits; the peers' end by their own lanes. */
    private void laneTrouble(String sentence) {
        if (!closed) {
            log.accept("kolo gpu: " + sentence);
            abort();
        }
    }

    private MemorySegment ownRegion() {
        return regions.size() == 1 ? regions.getFirst() : regions.get(host.rank());
    }

    /** Does a rank's part of a stage and gathers what all ranks say; a complaint of one is a refusal on all. */
    private List<RankRecord> stage(String name, Supplier<RankRecord> part) {
        RankRecord own;
        try {
            own = part.get();
        } catch (RuntimeException e) {
            own = RankRecord.complaint(e instanceof CudaException ? String.valueOf(e.getMessage()) : e.toString());
        }
        return verdict(name, own);
    }

    private List<RankRecord> verdict(String name, RankRecord own) {
        try (Arena scratch = Arena.ofShared()) {
            MemorySegment mine = scratch.allocate(RankRecord.BYTES, 64);
            MemorySegment all = scratch.allocate((long) RankRecord.BYTES * layout.world(), 64);
            own.write(mine);
            host.allGather(mine, all, RankRecord.BYTES);
            List<RankRecord> records = new ArrayList<>();
            List<String> complaints = new ArrayList<>();
            for (int rank = 0; rank < layout.world(); rank++) {
                RankRecord record = RankRecord.read(all.asSlice((long) rank * RankRecord.BYTES, RankRecord.BYTES));
                records.add(record);
                if (!record.complaint().isEmpty()) {
                    complaints.add("rank " + rank + ": " + record.complaint());
                }
            }
            if (!complaints.isEmpty()) {
                throw new DeviceFailure(
                        "no GPU is on the wire (stage \"" + name + "\"): " + String.join("; ", complaints));
            }
            return records;
        }
    }

    /**
     * Tries the wire and compares bytes: with the fallback's where there is one, with plain arithmetic otherwise.
     *
     * @return empty when all ranks found all bytes equal; otherwise the sentence that all ranks share, and then every rank must
     *     use the fallback
     */
    public Optional<String> trial(long stream, Optional<DeviceFallback> fallback) {
        String difference;
        try {
            difference = new DeviceTrial(cuda, wire(), host.rank(), layout.world(), stream)
                    .difference(fallback, options.spoilsTrial());
        } catch (RuntimeException e) {
            difference = e.getMessage() == null ? e.toString() : e.getMessage();
        }
        try {
            verdict("trial", difference.isEmpty() ? RankRecord.content() : RankRecord.complaint(difference));
            return Optional.empty();
        } catch (DeviceFailure e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** The calls. */
    public DeviceWire wire() {
        return wire.orElseThrow();
    }

    /** Sizes, the same on all ranks. */
    public DeviceLayout layout() {
        return layout;
    }

    public DeviceOptions options() {
        return options;
    }

    /** The least compute capability of all ranks' devices, times ten. */
    public int computeCapability() {
        return computeCapability;
    }

    /**
     * Throws when a kernel has failed. Call it after a stream was synchronised and before its results are used: a caller that
     * never does finds 0xFF in every byte of them.
     */
    public void check() {
        FailureRecord.read(ownRegion(), host.rank()).ifPresent(record -> {
            String root = host.failure()
                    .map(f -> " The host wire says: " + f.message())
                    .orElse("");
            throw new DeviceFailure(record, root);
        });
    }

    /** The record of the first kernel that failed. */
    public Optional<FailureRecord> failure() {
        return FailureRecord.read(ownRegion(), host.rank());
    }

    /** Calls that ended well, as the device last said. */
    public long completedCalls() {
        return (long) WORD.getAcquire(ownRegion(), (long) DeviceLayout.DONE_AT);
    }

    /** Ends every wait of this rank's kernels. */
    public void abort() {
        WORD.setRelease(ownRegion(), (long) DeviceLayout.ABORT_AT, 1L);
    }

    /** Stops the proxy as if it had died; for trying what becomes of it. */
    public void killProxy() {
        proxy.ifPresent(MailboxProxy::close);
    }

    /** What ends the host wire's session ends the kernels' waits, at once. */
    private void watch() {
        while (!closed) {
            if (host.failure().isPresent()) {
                abort();
                return;
            }
            LockSupport.parkNanos(WATCH_NAP_NANOS);
        }
    }

    /** A peer whose lane ends while it still exchanges would take it for a failure. */
    private void leaveTogether() {
        try {
            if (failure().isEmpty() && host.failure().isEmpty()) {
                host.barrier();
            }
        } catch (WireFailure e) {
            log.accept("kolo gpu: not all ranks left together: " + e.getMessage());
        }
    }

    @Override
    public void close() {
        if (lanes.isPresent() && proxy.isPresent()) {
            leaveTogether();
        }
        closed = true;
        proxy.ifPresent(MailboxProxy::close);
        for (int i = endings.size() - 1; i >= 0; i--) {
            try {
                endings.get(i).run();
            } catch (CudaException e) {
                log.accept("kolo gpu: at the end of the session: " + e.getMessage());
            }
        }
        endings.clear();
    }
}
