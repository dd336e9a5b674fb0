package dev.kolo.doctor.pages;

import dev.kolo.fabric.finding.Code;
import java.util.List;

/** Pages about Kolo's own wire while it runs. */
final class WirePages {
    private WirePages() {}

    static List<Page> all() {
        return List.of(
                new Page(
                        Code.WIRE_POISONED,
                        "A session of the wire has failed",
                        "A rank's account line says \"poisoned\": a wait ran out, a process was gone, a lane broke, or ranks called different operations.",
                        "A poisoned session stays poisoned: later calls fail at once and fill their outputs with 0xFF, so that nobody takes stale bytes for fresh.",
                        """
                            grep 'kolo wire: rank' LOG
                        """,
                        "The message names the root: the rank to look at first. Others are blocked behind it. Then start a new session on every rank.",
                        "Error.",
                        "A rank that is late but alive within the bound is waited for: WIRE_LATE_WAITS."),
                new Page(
                        Code.WIRE_STALE_FLAGS,
                        "Old flag words arrived",
                        "A rank counted flag words that were neither the expected one nor the one before: a NIC sent an inline word again.",
                        "None was accepted: flags are compared whole. The first one makes the lane stop inlining, which costs time.",
                        """
                            grep -o 'stale flags [0-9,]*' LOG
                        """,
                        "Nothing has to be repaired. Report NIC, firmware and driver version: one posting path of the GB10 did this 148 times in a million exchanges.",
                        "Warning.",
                        "\"Foreign flags\" belong to an earlier session and are ignored."),
                new Page(
                        Code.WIRE_LATE_WAITS,
                        "A rank often waited for others",
                        "More than one operation in a hundred had a wait of over 5 ms.",
                        "The time is lost, but not in the network: the peers came late because they computed longer.",
                        """
                            grep -o 'late waits [0-9,]*' LOG
                        """,
                        "Compare clocks, power limits and load of the hosts, and look whether ranks share cores.",
                        "Info.",
                        "Loss on the fabric shows in counters: FABRIC_LOSS."),
                new Page(
                        Code.WIRE_SHARES_NCCL_FUNCTIONS,
                        "Wire and NCCL use the same functions",
                        "The plan gives some functions to both the wire and NCCL.",
                        "In the published launches prompts were 1.5 to 2.2 % slower with shared functions. NCCL on two functions alone is itself 8.5 % slower at prompts. The cause is open.",
                        """
                            kolo plan … --json
                        """,
                        """
                            kolo plan … --keep-apart
                        gives each its own. Measure both ways with your model.
                        """,
                        "Info.",
                        "Devices that carry nothing at all are DEVICES_CARRY_NOTHING."));
    }
}
