package dev.kolo.verbs.device;

import dev.kolo.fabric.address.Gid;
import dev.kolo.fabric.address.Guid;
import java.util.List;

/**
 * What libibverbs says of one port of one device.
 *
 * @param device its name, e.g. {@code rocep1s0f0}
 * @param number RDMA port number, 1 first
 * @param active whether the port's state is ACTIVE
 * @param ethernet whether it speaks Ethernet, so RoCE
 * @param activeMtuBytes path MTU that the netdev's MTU allows now
 * @param maxMtuBytes largest path MTU
 * @param maxMessageBytes longest message
 * @param maxRequests most work requests in a queue
 * @param maxCompletions most entries of a completion queue
 * @param vendorId PCI vendor, 0xffffff for soft RoCE
 * @param nodeGuid GUID of the device
 * @param systemImageGuid GUID of the card
 * @param firmware its firmware's version, empty where it has none
 * @param gids entries of its GID table that are not empty, by index
 */
public record PortFacts(
        String device,
        int number,
        boolean active,
        boolean ethernet,
        int activeMtuBytes,
        int maxMtuBytes,
        long maxMessageBytes,
        int maxRequests,
        int maxCompletions,
        int vendorId,
        Guid nodeGuid,
        Guid systemImageGuid,
        String firmware,
        List<GidSlot> gids) {
    /** {@code RXE_VENDOR_ID} of the kernel's soft RoCE. */
    private static final int SOFT_VENDOR = 0xff_ffff;

    /** PCI vendor of Mellanox, now NVIDIA, whose user-space provider (mlx5) posts and polls without the kernel. */
    private static final int MELLANOX = 0x2c9;

    public PortFacts {
        gids = List.copyOf(gids);
    }

    /** True for soft RoCE, which never gives up at retry 7, and whose doorbell is a call of the kernel. */
    public boolean isSoft() {
        return vendorId == SOFT_VENDOR;
    }

    /** Whether its provider rings the doorbell from user space, so that a call never blocks. */
    public boolean ringsFromUserSpace() {
        return vendorId == MELLANOX;
    }

    /**
     * One entry of a GID table.
     *
     * @param index its index
     * @param gid the identifier
     * @param roceV2 whether it is a RoCE v2 entry
     * @param netdevIndex index of its netdev, 0 when it has none
     */
    public record GidSlot(int index, Gid gid, boolean roceV2, int netdevIndex) {}
}
