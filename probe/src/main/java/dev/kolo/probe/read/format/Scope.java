package dev.kolo.probe.read.format;

import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.FactsBuilder;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.fabric.facts.StatedCable;
import dev.kolo.probe.read.text.Command;
import dev.kolo.probe.read.text.Line;
import java.util.Optional;

/** What a reader works in: one host's part of one text. Facts go in; the text's context can be asked for. */
public interface Scope {
    /** Where the host's facts go. */
    FactsBuilder facts();

    /** The same text's part about another host, by the name that the text uses. */
    Scope host(String name);

    /**
     * The host states its own name (hostname, uname): weightier than a mention by others. Gives the scope of that host,
     * which is another one when this part of the text already spoke of a host of another name.
     */
    Scope ownName(String name);

    /** The command over the lines that are being read, when a prompt, a heading or a probe's section gave it. */
    Optional<Command> command();

    /** The folder that a heading gave for relative paths. */
    Optional<String> folder();

    /** Something in the text is this format; people read these names. */
    void understood(String kind);

    /** Keeps a remarkable line; one of each kind and value is enough. */
    void remark(Remark.Kind kind, String value, Evidence evidence);

    /** Keeps a setting; the same name and value from the same kind of source is kept once. */
    void setting(String name, String value, Setting.Source source, Evidence evidence);

    /** A cable that somebody described. */
    void cable(StatedCable cable);

    /** A named property of a PCI function, whose netdev or RDMA device may only become known later. */
    void ofPci(PciAddress pci, String key, String value, Evidence evidence);

    /** Something is wrong with the text itself. */
    void problem(Line line, String text);
}
