package dev.kolo.doctor.pages;

import dev.kolo.fabric.finding.Code;
import java.util.List;

/** Pages about the shape that the cables make. */
final class ShapePages {
    private ShapePages() {}

    static List<Page> all() {
        return List.of(
                new Page(
                        Code.SHAPE_NOT_RING,
                        "The cables do not make a ring",
                        "A ring is wanted (or nothing is, and the cables make no shape at all): some host has more than two"
                                + " neighbours, or the hosts fall apart into groups.",
                        "NCCL's ring, and every engine set up for one, connects each rank with the next. Without a cable between"
                                + " them that fails.",
                        """
                            kolo scan HOST...            # the drawn fabric
                        """,
                        "Cable port 0 of each host to port 1 of the next, and the last to the first. Or ask for the shape that is"
                                + " there: --shape pair, path or switched.",
                        "Error when a ring is wanted. Warning, and likely, when nobody said what is wanted and nothing else was"
                                + " found.",
                        "A ring that lacks one cable is CABLE_MISSING or PORT_NO_LINK."),
                new Page(
                        Code.SHAPE_NOT_WANTED,
                        "The cables make another shape than the one wanted",
                        "--shape, kolo.yaml or a cluster description names a pair, a path or a switch, and the facts show"
                                + " something else.",
                        "Settings for one shape are wrong on another: ring settings on a switch cost speed, switch settings on a"
                                + " ring do not connect.",
                        """
                            kolo scan HOST...            # the drawn fabric
                        """,
                        "Change the cables, or the shape that is asked for.",
                        "Error.",
                        ""),
                new Page(
                        Code.RANK_ORDER_NOT_CABLE_ORDER,
                        "Ranks are numbered in another order than the cables run",
                        "The hosts of the job or cluster are listed in an order in which some neighbours share no cable.",
                        "NCCL takes its ring from the rank order. It asks for a connection between hosts without a cable: errno 110.",
                        """
                            kolo plan --from FOLDER      # prints the rank order that follows the cables
                        """,
                        "List the hosts in the order that the finding gives, in the launcher and in kolo.yaml.",
                        "Error. On three hosts every order is a ring.",
                        "The same errno 110 comes from wrong plugs (ENDS_IN_DIFFERENT_SUBNETS) and from the tree that stock NCCL"
                                + " builds on rings of four and more."));
    }
}
