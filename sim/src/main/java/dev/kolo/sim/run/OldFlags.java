package dev.kolo.sim.run;

import dev.kolo.wire.layout.RegionLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Flags that arrived in a session that has ended, and where, so that one of them can land again in the next. */
final class OldFlags {
    private static final int MOST = 256;

    private final long firstFlag;
    private final long behindFlags;
    private final List<List<Word>> ofRank = new ArrayList<>();

    /**
     * A flag that arrived.
     *
     * @param offset where in the region
     * @param word its eight bytes
     */
    record Word(long offset, long word) {}

    OldFlags(RegionLayout layout) {
        firstFlag = layout.flag(0, 0, 0);
        behindFlags = layout.send(0);
        for (int rank = 0; rank < layout.world(); rank++) {
            ofRank.add(new ArrayList<>());
        }
    }

    void remember(int rank, long offset, long word) {
        List<Word> all = ofRank.get(rank);
        if (offset >= firstFlag && offset < behindFlags && all.size() < MOST) {
            all.add(new Word(offset, word));
        }
    }

    /** One of a rank's, by a drawn number. */
    Optional<Word> draw(int rank, long which) {
        List<Word> all = ofRank.get(rank);
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get((int) (which % all.size())));
    }
}
