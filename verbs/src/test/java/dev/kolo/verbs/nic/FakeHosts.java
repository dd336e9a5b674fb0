package dev.kolo.verbs.nic;

import dev.kolo.fabric.address.Gid;
import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.verbs.abi.VerbsAbi;
import dev.kolo.verbs.device.Devices;
import dev.kolo.verbs.fake.FakeFabric;
import dev.kolo.verbs.fake.FakeVerbs;
import dev.kolo.wire.nic.NicException;
import java.nio.file.Path;
import java.util.List;

/** Verbs NICs over a fabric written in Java, one port each, all in one subnet. */
final class FakeHosts {
    private static final String DEVICE = "rocep1s0f0";

    private FakeHosts() {}

    static VerbsNic nic(FakeFabric fabric, int rank, int world) throws NicException {
        FakeVerbs verbs = new FakeVerbs(fabric, rank, List.of(DEVICE))
                .gid(DEVICE, VerbsAbi.GID_TYPE_ROCE_V2, FakeVerbs.gidOf(10, 10, 0, 10 + rank));
        Gid gid = Gid.of(Ipv4Address.of(10, 10, 0, 10 + rank));
        VerbsPort port = new VerbsPort(DEVICE, 1, 3, gid, 4096, 1 << 23, 8192, 32_767, false, false);
        VerbsSettings settings = new VerbsSettings(rank, world, 1, List.of(port), LaneTuning.USUAL);
        return new VerbsNic(settings, new Devices(verbs, Path.of("/")), new RecentNumbers());
    }
}
