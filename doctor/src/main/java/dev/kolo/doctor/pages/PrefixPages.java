package dev.kolo.doctor.pages;

import dev.kolo.fabric.finding.Code;
import java.util.List;

/** Pages about the length by which NCCL compares addresses. */
final class PrefixPages {
    private PrefixPages() {}

    static List<Page> all() {
        return List.of(
                new Page(
                        Code.PREFIX_LEN_MERGES_CABLES,
                        "NCCL takes several cables for one",
                        "Each cable has a subnet of its own under its netmask, but NCCL compares addresses by a length of its own"
                                + " (NCCL_IB_SUBNET_PREFIX_LEN, 24 unless set) and under that several cables are equal. Several /30"
                                + " inside one /24 are the usual case.",
                        "Subnet-aware routing finds that the wrong device matches and never corrects it: errno 110.",
                        """
                            ip -br -4 addr               # do two cables begin with the same three numbers?
                            env | grep NCCL_IB_SUBNET_PREFIX_LEN
                        """,
                        "Set NCCL_IB_SUBNET_PREFIX_LEN on every rank to the length that the finding gives; it was tried on every link."
                                + " Or give each cable a /24.",
                        "Error across cables. Warning when only the two halves of one cable become equal. Pairs and switches are not"
                                + " concerned.",
                        "Kolo itself compares by each address's own prefix length and sees such cables apart."),
                new Page(
                        Code.PREFIX_LEN_SPLITS_CABLE,
                        "NCCL does not see that two ends belong together",
                        "Under the length by which NCCL compares addresses the two ends of a cable differ: x.11 and x.12 are equal"
                                + " under /24 and differ under /30.",
                        "Subnet-aware routing finds no device for the peer and silently keeps the default one.",
                        """
                            env | grep NCCL_IB_SUBNET_PREFIX_LEN
                            ip -br -4 addr
                        """,
                        "Set NCCL_IB_SUBNET_PREFIX_LEN to the length that the finding gives, or renumber the ends so that both lie in"
                                + " one block.",
                        "Error.",
                        ""));
    }
}
