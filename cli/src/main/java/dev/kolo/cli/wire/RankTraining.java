package dev.kolo.cli.wire;

import dev.kolo.cli.KoloException;
import java.util.ArrayList;
import java.util.List;

/**
 * The run from which a cache for ranks is made: two ranks of this host go through the short suite over TCP. Rank 0 is the one
 * that records; it also looks for RDMA devices, which this host need not have.
 */
final class RankTraining {
    /** What the ranks do, as {@link RankMain} knows it. */
    static final String JOB = "train";

    private static final int MOST_SECONDS = 60;

    private RankTraining() {}

    /** Runs it with rank 0 started by a command; whether it went well. */
    static boolean run(List<String> java) {
        RankSite site = new RankSite() {
            @Override
            public List<String> command(int rank, List<String> jvm, List<String> arguments) {
                if (rank > 0) {
                    return THIS_HOST.command(rank, jvm, arguments);
                }
                List<String> words = new ArrayList<>(java);
                words.addAll(arguments);
                return words;
            }

            @Override
            public String rendezvous() {
                return THIS_HOST.rendezvous();
            }
        };
        List<String> flags = List.of("nic=tcp", "short=yes");
        try (RankProcesses ranks =
                RankProcesses.start(site, JOB, 2, flags, RankProcesses.SHORT_LIVED, site.rendezvous())) {
            return ranks.await(MOST_SECONDS, line -> {}).stream().allMatch(code -> code == 0);
        } catch (KoloException late) {
            return false;
        }
    }
}
