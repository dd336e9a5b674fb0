package dev.kolo.verbs.bench;

import dev.kolo.fabric.address.Gid;
import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.verbs.device.Devices;
import dev.kolo.verbs.fake.FakeFabric;
import dev.kolo.verbs.fake.FakeVerbs;
import dev.kolo.verbs.nic.LaneTuning;
import dev.kolo.verbs.nic.RecentNumbers;
import dev.kolo.verbs.nic.VerbsNic;
import dev.kolo.verbs.nic.VerbsPort;
import dev.kolo.verbs.nic.VerbsSettings;
import dev.kolo.wire.nic.CompletionStatus;
import dev.kolo.wire.nic.LaneRequest;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicBed;
import dev.kolo.wire.nic.NicEvent;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.nic.NicListener;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A whole {@link VerbsNic} with one lane whose posts and polls go to the {@link StubProvider}. */
final class StubbedNic implements NicListener {
    private final VerbsNic nic;
    private long completed;

    StubbedNic(StubProvider provider, boolean direct) throws NicException {
        FakeFabric fabric = new FakeFabric();
        List<VerbsNic> nics = new ArrayList<>();
        for (int rank = 0; rank < 2; rank++) {
            FakeVerbs verbs = new FakeVerbs(fabric, rank, List.of("rocep1s0f0"));
            if (rank == 0) {
                verbs.operations(provider.postSend(), provider.pollCq());
            }
            Gid gid = Gid.of(Ipv4Address.of(10, 10, 0, 10 + rank));
            VerbsPort port =
                    new VerbsPort("rocep1s0f0", 1, 3, gid, 4096, 1 << 30, 8192, 32_767, false, direct && rank == 0);
            nics.add(new VerbsNic(
                    new VerbsSettings(rank, 2, 1, List.of(port), LaneTuning.USUAL),
                    new Devices(verbs, Path.of("/")),
                    new RecentNumbers()));
        }
        nic = nics.getFirst();
        new NicBed(nics, 1, () -> {});
        if (LaneRequest.of(0, 1, 0, 1).lane() != 1) {
            throw new IllegalStateException("the lane to rank 1 has another number");
        }
    }

    /** So many exchanges: payload and inlined, signaled flag in one chain, then a poll that finds it. */
    long run(int exchanges) {
        completed = 0;
        for (int i = 0; i < exchanges; i++) {
            nic.post(1, i, 4096L * (i & 1), 8192, 16_384, 0, 0, Nic.SIGNALED | Nic.INLINE_FLAG);
            nic.poll(this);
        }
        if (completed != exchanges) {
            throw new IllegalStateException(completed + " of " + exchanges + " completed");
        }
        return completed;
    }

    @Override
    public void completed(int lane, long workId, CompletionStatus status, int detail) {
        completed++;
    }

    @Override
    public void happened(NicEvent event) {
        throw new IllegalStateException(event.toString());
    }
}
