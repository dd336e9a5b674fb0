package dev.kolo.probe.nccl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * All that was read of NCCL logs.
 *
 * @param ranks one entry a process, by rank and host
 * @param bytes how much text was looked at
 * @param lineCount how many lines
 * @param ncclLineCount how many of them NCCL or its binding printed
 * @param notes what had to be left out, one sentence each
 */
public record NcclLogs(List<RankLog> ranks, long bytes, long lineCount, long ncclLineCount, List<String> notes) {
    /** Nothing was read. */
    public static final NcclLogs NONE = new NcclLogs(List.of(), 0, 0, 0, List.of());

    public NcclLogs {
        ranks = List.copyOf(ranks);
        notes = List.copyOf(notes);
    }

    public boolean isEmpty() {
        return ranks.isEmpty();
    }

    /** The communicators, put together from their ranks' views; those without an id are not among them. */
    public List<Communicator> communicators() {
        Map<String, List<Member>> byId = new LinkedHashMap<>();
        for (RankLog log : ranks) {
            for (CommLog comm : log.communicators()) {
                if (!comm.id().isEmpty()) {
                    byId.computeIfAbsent(comm.id() + "/" + comm.rankCount(), i -> new ArrayList<>())
                            .add(new Member(log, comm));
                }
            }
        }
        return byId.values().stream().map(NcclLogs::communicator).toList();
    }

    private static Communicator communicator(List<Member> members) {
        Map<Integer, Member> byRank = new TreeMap<>();
        members.forEach(m -> byRank.putIfAbsent(m.comm().rank(), m));
        CommLog any = members.getFirst().comm();
        return new Communicator(any.id(), any.rankCount(), byRank);
    }

    /**
     * One rank's part in a communicator.
     *
     * @param log all that the process printed
     * @param comm its view of the communicator
     */
    public record Member(RankLog log, CommLog comm) {}

    /**
     * A communicator of several ranks.
     *
     * @param id {@code commId}
     * @param rankCount how many ranks it has
     * @param members those of which a line was read, by rank
     */
    public record Communicator(String id, int rankCount, Map<Integer, Member> members) {
        public Communicator {
            members = java.util.Collections.unmodifiableMap(new TreeMap<>(members));
        }

        /** Ranks of which no line was read: their logs are not here, or they never began. */
        public List<Integer> unseen() {
            TreeSet<Integer> all = new TreeSet<>();
            for (int rank = 0; rank < rankCount && all.size() < 64; rank++) {
                all.add(rank);
            }
            all.removeAll(members.keySet());
            return List.copyOf(all);
        }

        public boolean isComplete() {
            return members.values().stream().allMatch(m -> m.comm().has(Stage.COMPLETE));
        }
    }
}
