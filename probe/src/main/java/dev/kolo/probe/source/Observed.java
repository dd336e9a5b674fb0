package dev.kolo.probe.source;

import dev.kolo.fabric.facts.Inventory;
import dev.kolo.probe.read.ReadResult;
import java.util.List;

/**
 * Everything that was observed, and how.
 *
 * @param result the facts, and which texts were understood
 * @param rights what was read with which rights, in the order of the sources
 */
public record Observed(ReadResult result, List<Rights> rights) {
    public Observed {
        rights = List.copyOf(rights);
    }

    public Inventory inventory() {
        return result.inventory();
    }

    /**
     * With which rights a source was read; some facts need root.
     *
     * @param source the source as the user would name it
     * @param text e.g. "as root", one phrase
     */
    public record Rights(String source, String text) {}
}
