package dev.kolo.doctor.pages;

import dev.kolo.fabric.finding.Code;
import java.util.List;

/** Pages about GIDs and their indices. */
final class GidPages {
    private GidPages() {}

    static List<Page> all() {
        return List.of(
                new Page(
                        Code.GID_MISSING,
                        "An address has no GID",
                        "The netdev has an IPv4 address, the GID table was read in full, and no entry holds that address.",
                        "RDMA cannot use the address: NCCL finds no GID for this device.",
                        """
                            show_gids; ip -br -4 addr
                        """,
                        "Set the netdev down and up again so that the kernel fills the table. In a container use the host's network.",
                        "Error.",
                        "A netdev without an address has no such GID either: UNADDRESSED."),
                new Page(
                        Code.GID_INDEX_INVALID,
                        "The pinned GID index is empty or names another address",
                        "NCCL_IB_GID_INDEX is set, and on this device that slot is empty or holds another address than the link's.",
                        "NCCL uses the pinned index on all devices of the rank: errno 61 (empty) or 22 (another kind).",
                        """
                            show_gids
                            env | grep NCCL_IB_GID_INDEX
                        """,
                        "Unset NCCL_IB_GID_INDEX. If it must be set, take an index that is right on every device of the rank.",
                        "Error.",
                        "-1 and an empty value leave the choice to NCCL and are fine."),
                new Page(
                        Code.GID_INDEX_DIFFERS,
                        "No GID index is right on every device",
                        "The RoCE v2 entry of the link's address stands at different indices on different hosts or devices, and an index"
                                + " is pinned or NCCL's own choice would be wrong as well. Often an extra address (169.254…) took"
                                + " slots on one host.",
                        "With one pinned value some rank uses a wrong or empty entry: \"unhandled system error\", \"invalid usage\".",
                        """
                            show_gids                    # on every host: the index of the v2 line with the fabric address
                        """,
                        "Remove the extra address (link-local: [] in netplan), apply, read the table again. Otherwise leave the index"
                                + " unset, or set it for each rank.",
                        "Error when a pin exists or NCCL's own choice is wrong somewhere. Info when the indices differ and NCCL finds the"
                                + " right one everywhere.",
                        "Tables that do not start at 0, have gaps or hold the address at index 1 (soft RoCE, IPv6 off) are healthy."),
                new Page(
                        Code.GID_PICKED_WRONG,
                        "NCCL would pick another address of the netdev",
                        "No index is pinned, and the first IPv4 RoCE v2 entry, which NCCL takes, is not the address of the link but an"
                                + " older or additional one.",
                        "The peer does not share that address's subnet: errno 110 or 101.",
                        """
                            show_gids                    # the first v2 line with an IPv4
                        """,
                        """
                        Remove the other address, or tell NCCL the fabric's range:
                            NCCL_IB_ADDR_RANGE=10.20.0.0/16
                        """,
                        "Error.",
                        "A second address behind the right one does no harm."),
                new Page(
                        Code.GID_DRIFT,
                        "A GID index has moved",
                        "A launcher noted an index for a device, and the table now has the address elsewhere.",
                        "What pins the old index uses another address, or none. Indices move when addresses are added or removed.",
                        """
                            show_gids                    # before and after the change
                        """,
                        "Leave NCCL_IB_GID_INDEX unset, or read it anew at every start.",
                        "Warning, and likely: the note may be older than the table.",
                        ""),
                new Page(
                        Code.GID_WRONG_TYPE,
                        "RoCE v1 where v2 is needed",
                        "The address has RoCE v1 entries only, or the pinned index is the v1 entry of the right address.",
                        "NCCL asks for v2 (NCCL_IB_ROCE_VERSION_NUM=2). A v1 queue pair does not come up against a v2 peer: errno 22.",
                        """
                            show_gids                    # the VER column
                        """,
                        """
                        Take the v2 entry, usually the next index. If there is none:
                            sudo cma_roce_mode -d DEVICE -p 1 -m 2
                        """,
                        "Error.",
                        "Each address normally has a v1 and a v2 entry: that is fine."));
    }
}
