package dev.kolo.verbs.device;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.lanes.DeviceRecord;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Who answers for an address on a netdev: asks the kernel to find out by sending it a byte, then reads its table. */
public final class NeighbourTable {
    /** The discard port: nobody need listen. */
    private static final int DISCARD = 9;

    private static final int COMPLETE = 2;

    private final Path file;
    private final Set<String> asked = new HashSet<>();

    /**
     * The table of a host.
     *
     * @param root where {@code proc} lies: {@code /}
     */
    public NeighbourTable(Path root) {
        this.file = root.resolve("proc/net/arp");
    }

    /** The hardware address that answers, in lower case with colons; empty as long as none has. */
    public Optional<String> whoAnswers(DeviceRecord own, Ipv4Address peer) {
        if (asked.add(own.netdev() + " " + peer)) {
            ask(own, peer);
        }
        try {
            return find(Files.readString(file), own.netdev(), peer.toString());
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /** The entry of {@code /proc/net/arp}: address, type, flags, hardware address, mask, netdev. */
    static Optional<String> find(String table, String netdev, String address) {
        return table.lines()
                .map(line -> line.strip().split("\\s+"))
                .filter(w -> w.length == 6 && w[0].equals(address) && w[5].equals(netdev))
                .filter(w -> w[2].startsWith("0x") && (Integer.parseInt(w[2].substring(2), 16) & COMPLETE) != 0)
                .map(w -> w[3].toLowerCase(Locale.ROOT))
                .findFirst();
    }

    private static void ask(DeviceRecord own, Ipv4Address peer) {
        try (DatagramChannel channel = DatagramChannel.open()) {
            channel.configureBlocking(false);
            channel.bind(new InetSocketAddress(InetAddress.getByAddress(bytes(own.ipv4())), 0));
            channel.send(
                    ByteBuffer.wrap(new byte[1]),
                    new InetSocketAddress(InetAddress.getByAddress(bytes(peer)), DISCARD));
        } catch (IOException unreachable) {
            // Then nobody answers, and whoever asked says so.
        }
    }

    private static byte[] bytes(Ipv4Address address) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(address.bits()).array();
    }
}
