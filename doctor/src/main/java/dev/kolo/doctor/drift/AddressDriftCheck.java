package dev.kolo.doctor.drift;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Findings;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.Netdev;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.names.ShellWord;
import java.util.List;
import java.util.Optional;

/** Netdevs and devices that are gone, and addresses that are gone or changed. */
public final class AddressDriftCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        for (Pair pair : Pair.of(context)) {
            gone(pair, out);
            addresses(pair, out);
        }
    }

    private static void gone(Pair pair, Findings out) {
        Changes changes = new Changes(pair.host());
        if (pair.after().hasObserved(Topic.LINKS) || pair.after().hasObserved(Topic.ADDRESSES)) {
            for (Netdev was : pair.before().netdevs()) {
                if (was.kind().isEmpty()
                        && pair.isFabric(was.name())
                        && pair.after().netdev(was.name()).isEmpty()) {
                    Optional<Netdev> renamed = pair.after().netdevs().stream()
                            .filter(n -> n.mac().isPresent() && n.mac().equals(was.mac()))
                            .findFirst();
                    changes.add(
                            was.name(),
                            was.name()
                                    + (renamed.isPresent()
                                            ? " is called " + renamed.get().name() + " now"
                                            : " is not there any more"),
                            "there",
                            was.evidence(),
                            renamed.map(Netdev::evidence).orElse(was.evidence()));
                }
            }
        }
        if (pair.after().hasObserved(Topic.RDMA_PORTS)) {
            pair.before().rdmaDevices().stream()
                    .filter(d -> pair.after().rdmaDevice(d.name()).isEmpty())
                    .forEach(d -> changes.add(
                            d.name(),
                            "the RDMA device " + d.name() + " is not there any more",
                            "there",
                            d.evidence(),
                            d.evidence()));
        }
        if (!changes.isEmpty()) {
            changes.draft(out, Code.DEVICE_GONE)
                    .consequence("whatever names it (NCCL_IB_HCA, netplan, relay rules) reaches nothing now")
                    .fix(
                            "look at `dmesg | grep -i mlx5` and `ip -br link`; seat the card or load the driver (`modprobe mlx5_ib`),"
                                    + " or correct the names where they are used")
                    .add();
        }
    }

    private static void addresses(Pair pair, Findings out) {
        Changes lost = new Changes(pair.host());
        pair.netdevs((was, is) -> {
            if (!pair.isFabric(is.name()) || !is.addressesObserved()) {
                return;
            }
            List<NetAddress> now = ipv4(is);
            List<NetAddress> fresh =
                    now.stream().filter(a -> !contains(ipv4(was), a)).toList();
            for (NetAddress address : ipv4(was)) {
                if (contains(now, address)) {
                    continue;
                }
                Optional<NetAddress> instead = fresh.stream().findFirst();
                lost.add(
                        is.name(),
                        is.name() + " had " + address
                                + (instead.isPresent() ? " and has " + instead.get() + " now" : " and has it no more"),
                        address.toString(),
                        address.evidence(),
                        instead.map(NetAddress::evidence).orElse(is.evidence()));
            }
        });
        if (!lost.isEmpty()) {
            lost.draft(out, Code.ADDRESS_DRIFT)
                    .consequence(
                            "the far end of the cable still expects the old address: connections fail, and plans and environments"
                                    + " that name it are stale")
                    .fix("put it back (" + command(pair)
                            + ") and where it is meant to stay, into netplan; or plan again with what" + " stands now")
                    .add();
        }
    }

    /** The command that sets the first lost address again. */
    private static String command(Pair pair) {
        StringBuilder command = new StringBuilder();
        pair.netdevs((was, is) -> {
            if (command.isEmpty() && pair.isFabric(is.name()) && is.addressesObserved()) {
                ipv4(was).stream()
                        .filter(a -> !contains(ipv4(is), a))
                        .findFirst()
                        .ifPresent(a -> command.append("`ip addr add ")
                                .append(a)
                                .append(" dev ")
                                .append(ShellWord.quote(is.name()))
                                .append('`'));
            }
        });
        return command.isEmpty() ? "`ip addr add ADDRESS dev NETDEV`" : command.toString();
    }

    private static List<NetAddress> ipv4(Netdev netdev) {
        return netdev.addresses().stream()
                .filter(a -> a.origin() == NetAddress.Origin.LIVE && a.ipv4().isPresent())
                .toList();
    }

    private static boolean contains(List<NetAddress> addresses, NetAddress wanted) {
        return addresses.stream()
                .anyMatch(a -> a.address().equals(wanted.address())
                        && (a.prefixLength().isEmpty()
                                || wanted.prefixLength().isEmpty()
                                || a.prefixLength().equals(wanted.prefixLength())));
    }
}
