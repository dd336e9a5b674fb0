package dev.kolo.verbs.nic;

import dev.kolo.fabric.address.Gid;
import dev.kolo.wire.nic.NicException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where one end of a lane is reached, as ranks tell each other: {@code <GID> key <hex>}. The key belongs to the lane and not
 * to the region, because a region has one key for each device, and devices without lanes are not opened at all.
 *
 * @param gid GID of the port
 * @param remoteKey key of the region on that device
 */
record LaneAddress(Gid gid, int remoteKey) {
    private static final Pattern FORM = Pattern.compile("([0-9a-f:]{2,39}) key ([0-9a-f]{1,8})");

    static String text(Gid gid, int remoteKey) {
        return gid + " key " + Integer.toHexString(remoteKey);
    }

    static LaneAddress parse(int peer, String text) throws NicException {
        Matcher match = FORM.matcher(text);
        Optional<Gid> gid = match.matches() ? Gid.parse(match.group(1)) : Optional.empty();
        if (gid.isEmpty() || gid.get().isZero()) {
            throw new NicException("the lane record of rank " + peer + " has no GID and key where they should be: rank "
                    + peer + " does not use the verbs NIC of this version");
        }
        return new LaneAddress(gid.get(), Integer.parseUnsignedInt(match.group(2), 16));
    }
}
