package dev.kolo.probe.read;

import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.FactsBuilder;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.fabric.facts.StatedCable;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Formats;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Command;
import dev.kolo.probe.read.text.Line;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What one text says of one host: the readers at work on it, and the facts so far. */
final class HostText implements Scope {
    /** Remarkable lines kept of one kind; a log repeats itself. */
    private static final int MAX_REMARKS_OF_A_KIND = 500;

    /** Settings kept; a host's sysctl values are a few hundred. */
    private static final int MAX_SETTINGS = 20_000;

    /** How the text came to name this host. */
    enum Named {
        /** Not at all. */
        NOT,
        /** A heading, a table or somebody else's log line speaks of it. */
        MENTIONED,
        /** It printed its own name: a prompt, uname, hostname. */
        BY_ITSELF,
        /** Whoever asked it said so. */
        GIVEN
    }

    private final TextReading text;
    private final FactsBuilder facts = new FactsBuilder("");
    private final List<FormatReader> readers = Formats.all();
    private final List<PciFact> pciFacts = new ArrayList<>();
    private final Set<String> remarksSeen = new HashSet<>();
    private final Map<Remark.Kind, Integer> remarksOfKind = new EnumMap<>(Remark.Kind.class);
    private final Set<String> settingsSeen = new HashSet<>();
    private @Nullable FormatReader active;
    private String name;
    private Named named;

    /** A named property of a PCI function. */
    record PciFact(PciAddress pci, String key, String value, Evidence evidence) {}

    HostText(TextReading text, String name, Named named) {
        this.text = text;
        this.name = name;
        this.named = named;
    }

    /** Offers a line to the reader that took the last one. */
    Claim proceed(Line line) {
        return active == null ? Claim.NO : active.proceed(line, this);
    }

    /** Offers a line to every reader. */
    Claim begin(Line line) {
        for (FormatReader reader : readers) {
            Claim claim = reader.begin(line, this);
            if (claim.isMine()) {
                if (active != null && !active.equals(reader)) {
                    active.endBlock(this, true);
                }
                active = reader;
                return claim;
            }
        }
        return Claim.NO;
    }

    /** What was going on is over. */
    void endBlock(boolean whole) {
        if (active != null) {
            FormatReader ended = active;
            active = null;
            ended.endBlock(this, whole);
        }
    }

    void rename(String newName, Named how) {
        name = newName;
        named = how;
    }

    /** The host's name; empty when the text does not say it. */
    String name() {
        return name;
    }

    Named named() {
        return named;
    }

    List<PciFact> pciFacts() {
        return pciFacts;
    }

    @Override
    public FactsBuilder facts() {
        return facts;
    }

    @Override
    public Scope host(String other) {
        return text.hosts().host(other, Named.MENTIONED);
    }

    @Override
    public Scope ownName(String own) {
        return text.hosts().ownName(this, own);
    }

    @Override
    public Optional<Command> command() {
        return text.command();
    }

    @Override
    public Optional<String> folder() {
        return text.folder();
    }

    @Override
    public void understood(String kind) {
        text.report().understood(kind);
    }

    @Override
    public void remark(Remark.Kind kind, String value, Evidence evidence) {
        if (remarksOfKind.getOrDefault(kind, 0) < MAX_REMARKS_OF_A_KIND && remarksSeen.add(kind + " " + value)) {
            remarksOfKind.merge(kind, 1, Integer::sum);
            facts.remark(new Remark(kind, value, evidence));
        }
    }

    @Override
    public void setting(String settingName, String value, Setting.Source source, Evidence evidence) {
        if (settingsSeen.size() < MAX_SETTINGS && settingsSeen.add(settingName + "=" + value + source)) {
            facts.setting(new Setting(settingName, value, source, evidence));
        }
    }

    @Override
    public void cable(StatedCable cable) {
        text.report().cable(cable);
    }

    @Override
    public void ofPci(PciAddress pci, String key, String value, Evidence evidence) {
        pciFacts.add(new PciFact(pci, key, value, evidence));
    }

    @Override
    public void problem(Line line, String what) {
        text.report().problem(line.number(), what);
    }
}
