package dev.kolo.cli.lab.verbs;

import dev.kolo.lab.RunningLab;
import dev.kolo.lab.cable.CableQuality;
import dev.kolo.lab.cable.LabCables;
import dev.kolo.lab.state.LabHome;
import dev.kolo.remote.process.ProcessRunner;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How long the NIC of a lab's guests asks again before it gives up: ranks exchange on a pair that is up, and its cable begins
 * to lose everything. A program to be run by hand; it prints what the ranks say of start, memory, and the failure.
 */
public final class RetryTime {
    private RetryTime() {}

    /** Arguments: the lab's name, the time-out (4.096 µs × 2^N) and the number of retries. */
    public static void main(String[] arguments) throws Exception {
        try (ProcessRunner processes = new ProcessRunner()) {
            RunningLab lab = RunningLab.open(LabHome.of(System.getenv()), arguments[0], processes);
            LabCables cables = new LabCables(lab);
            String cable = lab.layout().hosts().getFirst().name() + ":0";
            List<String> flags = List.of(
                    "fallback=refuse", "wait=60s", "nic-timeout=" + arguments[1], "nic-retries=" + arguments[2]);
            try (LiveRanks ranks = LiveRanks.start(lab, flags, Map.of())) {
                ranks.untilAllSay("PROGRESS 8");
                cables.set(cable, new CableQuality(Optional.empty(), Optional.of("100%"), Optional.empty()));
                ranks.untilAllHaveEnded();
                for (int rank = 0; rank < lab.layout().hosts().size(); rank++) {
                    System.out.println("rank " + rank + ":\n" + ranks.said(rank).indent(2));
                }
            } finally {
                cables.set(cable, CableQuality.GOOD);
            }
        }
    }
}
