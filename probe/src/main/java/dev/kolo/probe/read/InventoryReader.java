package dev.kolo.probe.read;

import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.StatedCable;
import dev.kolo.fabric.finding.Verdict;
import dev.kolo.probe.nccl.read.NcclLogReader;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads any number of texts, in any order, into one inventory. Not thread-safe: one reader serves one inventory.
 * Never throws for what stands in a text: what cannot be read becomes a {@link ReadResult.Problem}.
 */
public final class InventoryReader {
    private final List<TextReading> texts = new ArrayList<>();
    private final List<Verdict.Understood> understood = new ArrayList<>();
    private final List<Verdict.NotUnderstood> notUnderstood = new ArrayList<>();
    private final List<ReadResult.Problem> problems = new ArrayList<>();
    private final List<Inventory.Unreachable> unreachable = new ArrayList<>();
    private final List<StatedCable> cables = new ArrayList<>();
    private final NcclLogReader logs = new NcclLogReader();
    private final Map<String, Inventory> inventories = new LinkedHashMap<>();

    /** Reads a text to its end. */
    public void add(SourceText source) {
        TextReading text = new TextReading(source, logs);
        text.read();
        texts.add(text);
        problems.addAll(text.report().problems());
        cables.addAll(text.report().cables());
        text.report().inventories().forEach(i -> unreachable.addAll(i.unreachable()));
        if (text.report().kinds().isEmpty()) {
            notUnderstood.add(
                    new Verdict.NotUnderstood(source.name(), text.report().reason()));
        } else {
            understood.add(new Verdict.Understood(
                    source.name(), List.copyOf(text.report().kinds())));
        }
    }

    /** Takes the hosts of an inventory that stood in a file. */
    public void add(String file, Inventory inventory) {
        inventories.put(file, inventory);
        cables.addAll(inventory.statedCables());
        unreachable.addAll(inventory.unreachable());
        understood.add(new Verdict.Understood(file, List.of(Inventory.SCHEMA)));
    }

    /** Records something wrong with a source of which the rest was read. */
    public void problem(String file, int line, String text) {
        problems.add(new ReadResult.Problem(file, line, text));
    }

    /** Records a source that could not even be opened, so that it is listed with the others. */
    public void refuse(String file, String reason) {
        notUnderstood.add(new Verdict.NotUnderstood(file, reason));
    }

    /** Records a host that was asked and gave nothing. */
    public void unreachable(String host, String reason) {
        unreachable.add(new Inventory.Unreachable(host, reason));
    }

    /** Puts everything together: files of one host are merged, different machines of one name are kept apart. */
    public ReadResult finish() {
        Hosts hosts = new Hosts();
        inventories.forEach((file, inventory) -> {
            SourceText source = SourceText.loose(file, InputStream.nullInputStream());
            inventory.hosts().forEach(facts -> hosts.add(facts, source));
        });
        List<NodeFacts> joined = hosts.join(texts);
        List<ReadResult.Problem> all = new ArrayList<>(problems);
        all.addAll(hosts.problems());
        return new ReadResult(new Inventory(joined, cables, unreachable), understood, notUnderstood, all, logs.logs());
    }
}
