package dev.kolo.wire.session.star;

/** Hears what arrives over the star beside gatherings. Called from within {@link Star#poll}. */
public interface StarListener {
    /**
     * A rank's session is poisoned.
     *
     * @param rank the rank
     * @param record the record of its failure, as it sent it
     */
    void aborted(int rank, byte[] record);

    /** Another rank's fate has changed. */
    void fate(int rank, Fate fate);
}
