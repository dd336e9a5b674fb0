package dev.kolo.fabric.lanes;

import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import java.util.List;
import java.util.stream.Collectors;

/** The words of pairing's refusals and notices. */
final class PairingFindings {
    private PairingFindings() {}

    static Finding ofRank(Code code, RankRecord rank, String seen, String wanted, String consequence, String fix) {
        return finding(code, rank, rank.label(), seen, wanted, consequence, fix);
    }

    static Finding notOneToOne(RankRecord low, RankRecord high, List<Pairing.Candidate> links) {
        String pairs = links.stream()
                .map(l -> l.low().label() + " with " + l.high().label())
                .collect(Collectors.joining("; "));
        return finding(
                Code.PAIRING_NOT_ONE_TO_ONE,
                low,
                low.label() + " and " + high.label(),
                pairs,
                "each device shares a network with at most one device of a peer",
                "Which cable would carry what is left to chance.",
                "Give each cable, and each PCIe half of it, a network of its own.");
    }

    static Finding unusable(RankRecord low, RankRecord high, Pairing.Candidate link) {
        boolean lowAtFault = !link.low().isUsable();
        RankRecord rank = lowAtFault ? low : high;
        DeviceRecord device = lowAtFault ? link.low() : link.high();
        boolean idle = !device.active();
        return finding(
                idle ? Code.PAIRING_PORT_NOT_ACTIVE : Code.PAIRING_GID_MISSING,
                rank,
                device.label(),
                idle ? "port not active" : "no RoCE v2 GID for " + device.ipv4(),
                idle ? "ACTIVE" : "an IPv4 RoCE v2 entry in its GID table",
                low.label() + " and " + high.label() + " have no other link, so no rank uses the wire.",
                idle
                        ? "Check the plug and the link of " + device.netdev() + " on " + rank.host() + "."
                        : "Check the addresses of " + device.netdev() + " on " + rank.host()
                                + "; `show_gids` lists the table.");
    }

    static Finding noSharedLink(RankRecord low, RankRecord high, String pairs) {
        return finding(
                Code.PAIRING_NO_SHARED_LINK,
                low,
                low.label() + " and " + high.label(),
                "no common network: " + devices(low) + " against " + devices(high) + "; pairs without a link: " + pairs,
                "a link for every pair of ranks, or a ring in which every rank has two neighbours",
                "These ranks cannot reach each other directly, so no rank uses the wire.",
                "Check the cables and the addresses: `kolo doctor` names the plug or the address to change.");
    }

    static Finding mtuDiffers(RankRecord low, RankRecord high, Pairing.Candidate link) {
        return finding(
                Code.PAIRING_MTU_DIFFERS,
                low,
                link.low().label() + " and " + link.high().label(),
                link.low().activeMtu() + " bytes on " + low.label() + ", "
                        + link.high().activeMtu() + " on " + high.label(),
                "one path MTU at both ends",
                "Packets of the larger size are dropped at the smaller end.",
                "Set one MTU on " + link.low().netdev() + " and " + link.high().netdev() + " (9000 gives 4096).");
    }

    static Finding tooManyDevices(RankRecord rank, int needed, int limit) {
        return ofRank(
                Code.PAIRING_DEVICE_COUNT,
                rank,
                needed + " devices needed to reach every peer",
                "at most " + limit,
                "Within the device limit some peer cannot be reached.",
                "Raise the device limit to " + needed + ".");
    }

    static Finding lowered(RankRecord low, RankRecord high, String pairs, int k, List<Pairing.Candidate> unusable) {
        String spoiled = unusable.isEmpty()
                ? ""
                : "; not usable: "
                        + unusable.stream()
                                .map(l -> l.low().label() + " with " + l.high().label())
                                .collect(Collectors.joining(", "));
        return finding(
                Code.LANES_LOWERED,
                low,
                low.label() + " and " + high.label(),
                "only " + k + (k == 1 ? " link" : " links") + " for the pairs " + pairs + spoiled,
                "as many links as the other pairs have",
                "Every pair is held to " + k + (k == 1 ? " lane" : " lanes") + " because of it.",
                "Address and connect the missing links; `kolo doctor` says which.");
    }

    private static String devices(RankRecord rank) {
        return rank.devices().stream().map(DeviceRecord::label).collect(Collectors.joining(", "));
    }

    private static Finding finding(
            Code code, RankRecord rank, String subject, String seen, String wanted, String consequence, String fix) {
        return new Finding(
                code,
                code.usualSeverity(),
                rank.host(),
                subject,
                seen,
                wanted,
                consequence,
                fix,
                List.of(),
                Finding.Confidence.CERTAIN);
    }
}
