package dev.kolo.gpu.session;

import dev.kolo.gpu.layout.DeviceLayout;
import dev.kolo.gpu.layout.DevicePath;
import dev.kolo.gpu.layout.Form;
import java.util.List;

/**
 * Where a rank's kernels read and write, as addresses on its own device.
 *
 * @param rank this rank
 * @param layout sizes, the same on all ranks
 * @param path where the peers are
 * @param control the own host region: abort, heartbeat, failure record
 * @param own the own region that peers or the proxy write into; the host region again, or device memory
 * @param peers each rank's region of the same kind; through a proxy the own one, whose send slots the proxy empties
 */
public record DeviceLinks(int rank, DeviceLayout layout, DevicePath path, long control, long own, List<Long> peers) {
    public DeviceLinks {
        peers = List.copyOf(peers);
        if (peers.size() != layout.world()) {
            throw new IllegalArgumentException(peers.size() + " regions for " + layout.world() + " ranks");
        }
    }

    /** Where slot 0 for a peer is written. */
    long to(Form form, int peer) {
        return path.isProxied() ? own + layout.send(form, peer) : peers.get(peer) + layout.receive(form, rank);
    }

    /** Where the flag or the doorbell of slot 0, block 0 for a peer is written. */
    long flagsTo(int peer) {
        return path.isProxied() ? own + layout.doorbells(peer) : peers.get(peer) + layout.flags(rank);
    }

    /** Where slot 0 of rank 0 arrives. */
    long from(Form form) {
        return own + layout.receive(form, 0);
    }

    /** Where the flag of rank 0, slot 0, block 0 arrives. */
    long flagsFrom() {
        return own + layout.flags(0);
    }
}
