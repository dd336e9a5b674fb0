package dev.kolo.wire.session;

import dev.kolo.wire.record.RecordException;
import dev.kolo.wire.record.RecordReader;
import dev.kolo.wire.record.RecordWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What all ranks together say of one stage of set-up; the same on every rank, since all have the same complaints.
 *
 * @param stage which stage
 * @param complaints one a rank, empty where that rank is content
 */
public record StageVerdict(String stage, List<String> complaints) {
    public StageVerdict {
        complaints = List.copyOf(complaints);
    }

    /** True when every rank is content. */
    public boolean isGood() {
        return complaints.stream().allMatch(String::isEmpty);
    }

    /** Who complains of what, ranks with the same complaint together. */
    public String words() {
        List<String> distinct =
                complaints.stream().filter(c -> !c.isEmpty()).distinct().toList();
        List<String> said = new ArrayList<>();
        for (String complaint : distinct) {
            List<Integer> ranks = new ArrayList<>();
            for (int rank = 0; rank < complaints.size(); rank++) {
                if (complaints.get(rank).equals(complaint)) {
                    ranks.add(rank);
                }
            }
            String who = ranks.size() == complaints.size() && ranks.size() > 1
                    ? "all ranks"
                    : (ranks.size() == 1 ? "rank " : "ranks ")
                            + ranks.stream().map(String::valueOf).collect(Collectors.joining(", "));
            said.add(who + ": " + complaint);
        }
        return stage + " failed; " + String.join("; ", said);
    }

    static byte[] part(String complaint) {
        return new RecordWriter().text(complaint).toBytes();
    }

    static StageVerdict of(String stage, List<byte[]> parts) throws RecordException {
        List<String> complaints = new ArrayList<>();
        for (int rank = 0; rank < parts.size(); rank++) {
            RecordReader reader = new RecordReader("verdict of rank " + rank, parts.get(rank));
            complaints.add(reader.text());
            reader.end();
        }
        return new StageVerdict(stage, complaints);
    }
}
