package dev.kolo.probe.read;

import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.StatedCable;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads any number of texts, in any order, into one inventory. Not thread-safe: one reader serves one inventory.
 * Never throws for what stands in a text: what cannot be read becomes a {@link ReadResult.Problem}.
 */
public final class InventoryReader {
    private final List<TextReading> texts = new ArrayList<>();
    private final List<ReadResult.Understood> understood = new ArrayList<>();
    private final List<ReadResult.NotUnderstood> notUnderstood = new ArrayList<>();
    private final List<ReadResult.Problem> problems = new ArrayList<>();
    private final List<Inventory.Unreachable> unreachable = new ArrayList<>();
    private final List<StatedCable> cables = new ArrayList<>();

    /** Reads a text to its end. */
    public void add(SourceText source) {
        TextReading text = new TextReading(source);
        text.read();
        texts.add(text);
        problems.addAll(text.problems());
        cables.addAll(text.cables());
        text.inventories().forEach(i -> unreachable.addAll(i.unreachable()));
        if (text.kinds().isEmpty()) {
            notUnderstood.add(new ReadResult.NotUnderstood(source.name(), text.reason()));
        } else {
            understood.add(new ReadResult.Understood(source.name(), List.copyOf(text.kinds())));
        }
    }

    /** Records a source that could not even be opened, so that it is listed with the others. */
    public void refuse(String file, String reason) {
        notUnderstood.add(new ReadResult.NotUnderstood(file, reason));
    }

    /** Records a host that was asked and gave nothing. */
    public void unreachable(String host, String reason) {
        unreachable.add(new Inventory.Unreachable(host, reason));
    }

    /** Puts everything together: files of one host are merged, different machines of one name are kept apart. */
    public ReadResult finish() {
        Hosts hosts = new Hosts();
        List<NodeFacts> joined = hosts.join(texts);
        List<ReadResult.Problem> all = new ArrayList<>(problems);
        all.addAll(hosts.problems());
        return new ReadResult(new Inventory(joined, cables, unreachable), understood, notUnderstood, all);
    }
}
