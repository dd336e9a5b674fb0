package dev.kolo.wire.session.star;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One all-gather over the star: which parts are there. Rank 0's own part arrives as the others do. */
public final class Gathering {
    private final String what;
    private final byte[][] parts;
    private int missing;

    Gathering(String what, int world) {
        this.what = what;
        this.parts = new byte[world][];
        this.missing = world;
    }

    /** What is gathered, alike on all ranks. */
    public String what() {
        return what;
    }

    public boolean isComplete() {
        return missing == 0;
    }

    /** Every rank's part, rank r's at index r; empty while one is missing. */
    public Optional<List<byte[]>> parts() {
        return isComplete() ? Optional.of(List.of(parts)) : Optional.empty();
    }

    /** Ranks whose part has not arrived. */
    public List<Integer> missing() {
        List<Integer> ranks = new ArrayList<>();
        for (int rank = 0; rank < parts.length; rank++) {
            if (parts[rank] == null) {
                ranks.add(rank);
            }
        }
        return ranks;
    }

    boolean put(int rank, byte[] part) {
        if (parts[rank] != null) {
            return false;
        }
        parts[rank] = part;
        missing--;
        return true;
    }

    byte[] part(int rank) {
        return parts[rank];
    }
}
