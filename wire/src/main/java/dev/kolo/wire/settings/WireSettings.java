package dev.kolo.wire.settings;

import dev.kolo.fabric.lanes.PairingLimits;
import dev.kolo.wire.layout.PayloadForm;
import dev.kolo.wire.record.Digests;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * All settings of one rank, checked.
 *
 * @param use whether the wire is wanted
 * @param world number of ranks, 2 to 16
 * @param rank this one
 * @param rendezvous where rank 0 listens
 * @param token what all ranks share; secret
 * @param devices RDMA devices that the user named; empty: chosen from facts
 * @param limits most lanes a peer and devices a rank
 * @param fallback what carries the exchanges when the wire cannot
 * @param limitBytes largest payload a rank in a slot
 * @param waits how long to wait for what
 * @param progress who drives
 * @param pinCpu the CPU that the progress thread stays on
 * @param napNanos shortest nap of an idle progress thread
 * @param spinNanos how long whoever waits spins before it naps; empty: as long as is usual for it
 * @param schedule which schedules run at which sizes, as the user wrote it
 * @param form how payload and flag travel
 * @param orderCheck whether set-up tries that payload comes before its flag
 * @param nic what the user sets of RDMA NICs
 */
public record WireSettings(
        Use use,
        int world,
        int rank,
        Endpoint rendezvous,
        String token,
        List<String> devices,
        PairingLimits limits,
        Fallback fallback,
        int limitBytes,
        Waits waits,
        Progress progress,
        OptionalInt pinCpu,
        long napNanos,
        OptionalLong spinNanos,
        String schedule,
        PayloadForm form,
        OrderCheck orderCheck,
        NicTuning nic) {
    /** The version of the wire's protocol; ranks of different versions do not talk. */
    public static final int WIRE_VERSION = 1;

    /** Most ranks of a session. */
    public static final int MAX_WORLD = 16;

    public WireSettings {
        devices = List.copyOf(devices);
        if (world < 2 || world > MAX_WORLD || rank < 0 || rank >= world) {
            throw new IllegalArgumentException("a session has 2 to 16 ranks, got rank " + rank + " of " + world);
        }
    }

    /**
     * What all ranks must have alike, one line a setting, {@code name=value}. Ranks exchange these lines rather than a hash
     * alone, so that a refusal names the setting and both values.
     */
    public List<String> agreedLines() {
        return List.of(
                "version=" + WIRE_VERSION,
                Setting.USE.key() + "=" + Words.of(use),
                Setting.WORLD.key() + "=" + world,
                Setting.LANES.key() + "=" + limits.lanes(),
                Setting.FALLBACK.key() + "=" + Words.of(fallback),
                Setting.LIMIT.key() + "=" + limitBytes,
                Setting.SCHEDULE.key() + "=" + schedule,
                Setting.FORM.key() + "=" + Words.of(form));
    }

    /** 16 hex digits over {@link #agreedLines}. */
    public String digest() {
        byte[] hash = Digests.sha256(Digests.bytes(String.join("\n", agreedLines())));
        return HexFormat.of().formatHex(hash, 0, 8);
    }

    /** The token stays out of logs. */
    @Override
    public String toString() {
        return "rank " + rank + " of " + world + " at " + rendezvous + ", settings " + digest();
    }
}
