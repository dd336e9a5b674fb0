package dev.kolo.probe.read;

import dev.kolo.fabric.facts.Inventory;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads any number of texts, in any order, into one inventory. Not thread-safe: one reader serves one inventory.
 * Never throws for what stands in a text: what cannot be read becomes a {@link ReadResult.Problem}.
 */
public final class InventoryReader {
    private final List<ReadResult.NotUnderstood> notUnderstood = new ArrayList<>();

    /** Reads a text to its end. */
    public void add(SourceText source) {
        notUnderstood.add(new ReadResult.NotUnderstood(source.name(), "no reader exists yet"));
    }

    /** Records a source that could not even be opened, so that it is listed with the others. */
    public void refuse(String file, String reason) {
        notUnderstood.add(new ReadResult.NotUnderstood(file, reason));
    }

    /** Puts everything together: files of one host are merged, different machines of one name are kept apart. */
    public ReadResult finish() {
        return new ReadResult(Inventory.of(List.of()), List.of(), notUnderstood, List.of());
    }
}
