package dev.kolo.cli.wire.beside;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whose turn it is: a round that does not count, then rounds in which every cell is measured by Kolo and right after it by
 * each peer. So whatever changes on the machine meanwhile meets all of them.
 */
public final class Turns {
    private List<Cell> cells;
    private final List<Peer> peers;
    private final int rounds;
    private final Map<Cell, List<Measured>> kolo = new LinkedHashMap<>();
    private final List<Map<Cell, List<Measured>>> theirs = new ArrayList<>();
    private int turn;

    /**
     * Nothing measured yet.
     *
     * @param rounds how many count
     */
    public Turns(List<Cell> cells, List<Peer> peers, int rounds) {
        this.cells = cells;
        this.peers = peers;
        this.rounds = rounds;
        peers.forEach(peer -> theirs.add(new LinkedHashMap<>()));
    }

    /** Leaves out what does not fit into send slots of so many bytes, before the first turn; returns the sizes left out. */
    public List<Integer> slotsHave(long slotBytes) {
        List<Integer> out = cells.stream()
                .filter(cell -> cell.overfills(slotBytes))
                .map(Cell::bytes)
                .distinct()
                .toList();
        cells = cells.stream().filter(cell -> !cell.overfills(slotBytes)).toList();
        return out;
    }

    /** What Kolo's ranks measure next; empty when all is measured. */
    public Optional<Cell> next() {
        if (turn == cells.size() * (rounds + 1)) {
            return Optional.empty();
        }
        Cell cell = cells.get(turn % cells.size());
        return Optional.of(counts() ? cell : Cells.warmUp(cell));
    }

    private boolean counts() {
        return turn >= cells.size();
    }

    /** Takes what Kolo's ranks measured, and has the peers measure the same. */
    public void take(Measured ours) {
        Cell asked = next().orElseThrow();
        Cell cell = cells.get(turn % cells.size());
        for (int i = 0; i < peers.size(); i++) {
            if (peers.get(i).measures(cell)) {
                Measured other = peers.get(i).measure(asked);
                if (counts()) {
                    theirs.get(i).computeIfAbsent(cell, c -> new ArrayList<>()).add(other);
                }
            }
        }
        if (counts()) {
            kolo.computeIfAbsent(cell, c -> new ArrayList<>()).add(ours);
        }
        turn++;
    }

    /** Number of the round under way; 0 is the one that does not count. */
    public int round() {
        return turn / cells.size();
    }

    /** Kolo's figures over all rounds, by cell. */
    public Map<Cell, Figures> results() {
        Map<Cell, Figures> all = new LinkedHashMap<>();
        kolo.forEach((cell, measured) -> all.put(cell, Comparison.overall(measured)));
        return all;
    }

    /** Every cell beside every peer that measured it. */
    public List<Comparison> comparisons() {
        List<Comparison> all = new ArrayList<>();
        for (Cell cell : cells) {
            for (int i = 0; i < peers.size(); i++) {
                List<Measured> other = theirs.get(i).get(cell);
                if (other != null) {
                    all.add(Comparison.of(cell, peers.get(i), kolo.getOrDefault(cell, List.of()), other));
                }
            }
        }
        return all;
    }
}
