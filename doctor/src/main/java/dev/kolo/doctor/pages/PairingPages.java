package dev.kolo.doctor.pages;

import dev.kolo.fabric.finding.Code;
import java.util.List;

/** Pages about lane pairing and planning: refusals that the wire and the planner make, each before anything is changed. */
final class PairingPages {
    private static final String EARLY = "Error: the wire refuses before any queue pair exists, on every rank alike.";

    private PairingPages() {}

    static List<Page> all() {
        return List.of(
                page(
                        Code.PAIRING_BAD_MAGIC,
                        "A rank's record is not one of Kolo's",
                        "The first bytes of a device record are wrong: another program answered, or the record was cut.",
                        "Check that all ranks connect to the same rendezvous address and port, and that no other service listens there."),
                page(
                        Code.PAIRING_VERSION,
                        "Ranks speak different versions",
                        "A rank's device record has another version than this one knows.",
                        "Install the same version of Kolo on every host."),
                page(
                        Code.PAIRING_RECORD_LENGTH,
                        "A rank's record has the wrong length",
                        "A device record is shorter or longer than its version says.",
                        "Install the same version of Kolo on every host; if it stays, the connection between the ranks is cut off early."),
                page(
                        Code.PAIRING_DEVICE_COUNT,
                        "A rank has no device, or too many",
                        "A rank lists no RDMA device, or more than the device limit allows.",
                        "Look at `rdma link` on that host, and at the device list in its settings."),
                page(
                        Code.PAIRING_NO_SHARED_LINK,
                        "Two ranks share no link",
                        "No address of one rank lies in a subnet of the other, under each address's own prefix length. On a ring of"
                                + " four and more that is so for opposite hosts.",
                        "On a ring use the neighbour schedules or relays; otherwise see ENDS_IN_DIFFERENT_SUBNETS and PORT_NO_LINK"
                                + " (`kolo doctor`)."),
                page(
                        Code.PAIRING_NOT_ONE_TO_ONE,
                        "A function would serve two peers or two links",
                        "A function of one rank matches several functions of another, or of several others: two links share a subnet.",
                        "Give each link a subnet of its own: see DUPLICATE_SUBNET and TWINS_IN_ONE_SUBNET."),
                page(
                        Code.PAIRING_PORT_NOT_ACTIVE,
                        "A port that a lane needs is not active",
                        "The device record says that the port is not ACTIVE.",
                        "See PORT_NO_LINK and RDMA_PORT_DOWN."),
                page(
                        Code.PAIRING_GID_MISSING,
                        "A device that a lane needs has no usable GID",
                        "The device record holds no IPv4 RoCE v2 GID.",
                        "See UNADDRESSED and GID_MISSING."),
                page(
                        Code.PAIRING_MTU_DIFFERS,
                        "The two ends of a lane have different MTUs",
                        "The active MTU of the two devices differs.",
                        "Set the same netdev MTU at both ends: see MTU_MISMATCH."),
                page(
                        Code.PAIRING_SETTINGS_DIFFER,
                        "Ranks have different settings",
                        "A setting that must be the same on all ranks (lanes, limits, sizes) is not.",
                        "Start every rank with the same configuration; the refusal names the setting and both values."),
                new Page(
                        Code.LANES_LOWERED,
                        "Fewer lanes than the fabric could have",
                        "All pairs of ranks get the same number of lanes, and one pair has fewer links than the others.",
                        "Every pair uses fewer lanes than it could, because of one missing link.",
                        """
                            kolo plan --from FOLDER      # lists the links of each pair
                        """,
                        "Mend the link that the finding names: often one half of a cable without an address (UNADDRESSED).",
                        "Warning.",
                        "One lane a peer is right on a triangle with a limit of two devices."),
                new Page(
                        Code.PLAN_NO_ADDRESSES,
                        "The planner cannot give the links addresses",
                        "No range of addresses is left that no host uses, the range asked for overlaps another network or is too"
                                + " small, or no address suits the length by which NCCL compares.",
                        "Links without addresses carry nothing, so there is no plan.",
                        """
                            ip route                     # on every host: which ranges are in use
                        """,
                        """
                        Name a free range, or let links be smaller:
                            kolo plan --pool 10.200.0.0/15
                            kolo plan --link-prefix 30
                        """,
                        "Error.",
                        ""));
    }

    private static Page page(Code code, String title, String meaning, String fix) {
        return new Page(
                code,
                title,
                meaning,
                "No session is opened; the engine keeps to its fallback if it has one.",
                "    kolo doctor HOST...          # judges the same facts without starting anything",
                fix,
                EARLY,
                "");
    }
}
