package dev.kolo.wire.schedule.proof;

import dev.kolo.wire.layout.PayloadForm;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Tries every order in which the parts of a payload in words may arrive while a reader looks at them, and says whether the
 * reader can end with old data. The flag arrives at any time, too, also first: nothing here trusts the order of arrivals.
 *
 * <p>A word has two halves, data and number. They arrive at once where memory is written in pieces of a whole word, and one
 * by one where the pieces are smaller.
 */
public final class WordProof {
    /** What a reader does with words, after it has accepted the flag. */
    public enum Reader {
        /** Waits for each number in turn, then copies all data: the wire's. */
        CHECKS_ALL_THEN_COPIES,
        /** Copies all data, then looks at the numbers, and begins anew where one is old. */
        COPIES_THEN_CHECKS,
        /** Looks at all numbers but the last. */
        SKIPS_ONE_CHECK,
        /** Trusts the flag. */
        CHECKS_NOTHING
    }

    private enum Act {
        WAIT_FOR_FLAG,
        WAIT_FOR_NUMBER,
        COPY,
        RESTART_UNLESS_NUMBER
    }

    private record Move(Act act, int word) {}

    /** Bits of {@code arrived}: 2w the data of word w, 2w + 1 its number, the highest the flag. */
    private record State(int arrived, int at, int copiedOld) {}

    private final int words;
    private final int pieceBits;
    private final List<Move> moves;

    private WordProof(int words, int pieceBits, List<Move> moves) {
        this.words = words;
        this.pieceBits = pieceBits;
        this.moves = moves;
    }

    /**
     * Explores all of it.
     *
     * @param form a word form
     * @param placedBytes how many bytes whoever writes the memory places at once
     * @param words how many words, 1 to 6
     * @return how old data is taken, or nothing: proven
     */
    public static Optional<String> explore(PayloadForm form, int placedBytes, int words, Reader reader) {
        int pieceBits = placedBytes >= form.wordBytes() ? 2 : 1;
        WordProof proof = new WordProof(words, pieceBits, moves(reader, words));
        Set<State> seen = new HashSet<>();
        ArrayDeque<State> open = new ArrayDeque<>(List.of(new State(0, 0, 0)));
        while (!open.isEmpty()) {
            State state = open.pop();
            if (!seen.add(state)) {
                continue;
            }
            if (state.at() == proof.moves.size()) {
                if (state.copiedOld() != 0) {
                    return Optional.of("word " + Integer.numberOfTrailingZeros(state.copiedOld()) + " of " + words
                            + " is taken with old data");
                }
                continue;
            }
            proof.arrivals(state, open);
            proof.read(state).ifPresent(open::push);
        }
        return Optional.empty();
    }

    private static List<Move> moves(Reader reader, int words) {
        List<Move> moves = new ArrayList<>(List.of(new Move(Act.WAIT_FOR_FLAG, 0)));
        int checked = switch (reader) {
            case CHECKS_ALL_THEN_COPIES -> words;
            case SKIPS_ONE_CHECK -> words - 1;
            case COPIES_THEN_CHECKS, CHECKS_NOTHING -> 0;
        };
        for (int word = 0; word < checked; word++) {
            moves.add(new Move(Act.WAIT_FOR_NUMBER, word));
        }
        for (int word = 0; word < words; word++) {
            moves.add(new Move(Act.COPY, word));
        }
        for (int word = 0; word < words && reader == Reader.COPIES_THEN_CHECKS; word++) {
            moves.add(new Move(Act.RESTART_UNLESS_NUMBER, word));
        }
        return moves;
    }

    private void arrivals(State state, ArrayDeque<State> open) {
        int flag = 1 << 2 * words;
        if ((state.arrived() & flag) == 0) {
            open.push(new State(state.arrived() | flag, state.at(), state.copiedOld()));
        }
        for (int bit = 0; bit < 2 * words; bit += pieceBits) {
            int piece = (pieceBits == 2 ? 3 : 1) << bit;
            if ((state.arrived() & piece) != piece) {
                open.push(new State(state.arrived() | piece, state.at(), state.copiedOld()));
            }
        }
    }

    /** The reader's next move; empty while it must wait. */
    private Optional<State> read(State state) {
        Move move = moves.get(state.at());
        boolean flagged = (state.arrived() & 1 << 2 * words) != 0;
        boolean fresh = (state.arrived() & 1 << 2 * move.word()) != 0;
        boolean numbered = (state.arrived() & 2 << 2 * move.word()) != 0;
        int old = 1 << move.word();
        return switch (move.act()) {
            case WAIT_FOR_FLAG -> flagged ? on(state, state.copiedOld()) : Optional.empty();
            case WAIT_FOR_NUMBER -> numbered ? on(state, state.copiedOld()) : Optional.empty();
            case COPY -> on(state, fresh ? state.copiedOld() & ~old : state.copiedOld() | old);
            case RESTART_UNLESS_NUMBER ->
                numbered ? on(state, state.copiedOld()) : Optional.of(new State(state.arrived(), 1, 0));
        };
    }

    private static Optional<State> on(State state, int copiedOld) {
        return Optional.of(new State(state.arrived(), state.at() + 1, copiedOld));
    }
}
