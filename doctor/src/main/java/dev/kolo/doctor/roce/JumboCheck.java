package dev.kolo.doctor.roce;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Context.LocatedRemark;
import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.topology.Function;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Large packets that vanish although both ends allow them, as a ping with large packets shows. An end that allows less is
 * MTU_MISMATCH or MTU_SMALL; a peer that answers no small ping either is no question of size.
 */
public final class JumboCheck implements Check {
    private static final int ORDINARY_BYTES = 1500;

    @Override
    public void examine(Context context, Findings out) {
        List<Ping> pings = new ArrayList<>();
        for (LocatedRemark remark : context.remarks(Remark.Kind.PING)) {
            Ping.of(remark).ifPresent(pings::add);
        }
        for (Ping ping : pings) {
            if (ping.bytes > ORDINARY_BYTES && ping.lost == 100 && !isDeafToSmallOnes(pings, ping)) {
                judge(context, out, ping);
            }
        }
    }

    private static boolean isDeafToSmallOnes(List<Ping> pings, Ping large) {
        return pings.stream()
                .anyMatch(p -> p.target.equals(large.target) && p.bytes <= ORDINARY_BYTES && p.lost == 100);
    }

    private static void judge(Context context, Findings out, Ping ping) {
        Optional<Function> far = context.fabric().functions().stream()
                .filter(f -> f.ipv4Addresses().stream()
                        .anyMatch(a -> a.ipv4().filter(ping.target::equals).isPresent()))
                .findFirst();
        Optional<Function> near = far.flatMap(context::peerOf);
        Optional<Integer> farMtu = far.flatMap(JumboCheck::mtu);
        Optional<Integer> nearMtu = near.flatMap(JumboCheck::mtu);
        if (farMtu.filter(m -> m < ping.bytes).isPresent()
                || nearMtu.filter(m -> m < ping.bytes).isPresent()) {
            return;
        }
        Draft draft = out.report(Code.JUMBO_BLOCKED)
                .at(ping.remark.host(), "the way to " + ping.target)
                .seen("packets of " + ping.bytes + " bytes to " + ping.target + " are all lost")
                .wanted("answers to packets as large as both ends allow")
                .consequence("small messages pass and large ones vanish: connections come up, then transfers stall")
                .fix(
                        "on a switch raise the port's limit (9216 is usual, it includes headers); on a direct cable set MTU 9000 at"
                                + " both ends, set the links down and up again, and repeat the ping, also with -s 1400")
                .evidence(ping.remark.remark().evidence());
        if (farMtu.isEmpty() || nearMtu.isEmpty()) {
            draft.likely();
        }
        draft.add();
    }

    private static Optional<Integer> mtu(Function function) {
        return function.netdev()
                .filter(n -> n.mtu().isPresent())
                .map(n -> n.mtu().getAsInt());
    }

    /**
     * One ping as its remark tells it.
     *
     * @param target the address that was pinged
     * @param bytes size of the IP packets
     * @param lost percent of them that were lost
     * @param remark where it was read
     */
    private record Ping(Ipv4Address target, int bytes, int lost, LocatedRemark remark) {
        static Optional<Ping> of(LocatedRemark remark) {
            String[] words = remark.value().split(" ");
            if (words.length != 3) {
                return Optional.empty();
            }
            Optional<Integer> bytes = Context.number(words[1]);
            Optional<Integer> lost = Context.number(words[2]);
            return bytes.isEmpty() || lost.isEmpty()
                    ? Optional.empty()
                    : Ipv4Address.parse(words[0]).map(target -> new Ping(target, bytes.get(), lost.get(), remark));
        }
    }
}
