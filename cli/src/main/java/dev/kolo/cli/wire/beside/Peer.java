package dev.kolo.cli.wire.beside;

import java.util.List;

/** Another program that moves bytes, ready to be measured. One thread; nothing of it takes a core between two cells. */
public interface Peer extends AutoCloseable {
    /** What people call it on the command line: {@code openmpi}, {@code perftest} or {@code nccl}. */
    String name();

    /** Its version and how it was started, for a receipt. */
    String description();

    /** What a reader must know to read the ratio rightly; empty when both measure the same thing. */
    List<String> caveats();

    /** Whether it can be asked for a cell. */
    boolean measures(Cell cell);

    /** The payload that it sends for a cell of Kolo's. */
    default String payloadFor(Cell cell) {
        return cell.withoutSlots().payload();
    }

    /**
     * Measures one round of a cell.
     *
     * @throws dev.kolo.cli.KoloException when it fails or takes too long
     */
    Measured measure(Cell cell);

    @Override
    void close();
}
