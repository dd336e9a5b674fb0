package dev.kolo.doctor.check;

import dev.kolo.fabric.facts.NaturalOrder;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.NotObserved;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.fabric.topology.FunctionId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Collects what the checks say. Equal findings are kept once; questions for the same output are asked once. */
public final class Findings {
    private final Set<Finding> findings = new LinkedHashSet<>();
    private final Map<Finding, Set<FunctionId>> places = new LinkedHashMap<>();
    private final Map<String, Map<String, TreeSet<String>>> questions = new LinkedHashMap<>();

    /** Starts a finding with the code's usual severity; {@link Draft#add} files it. */
    public Draft report(Code code) {
        return new Draft(this, code);
    }

    void add(Finding finding, Set<FunctionId> about) {
        findings.add(finding);
        if (!about.isEmpty()) {
            places.put(finding, Set.copyOf(about));
        }
    }

    /** The functions that checks gave for their findings. */
    public Map<Finding, Set<FunctionId>> places() {
        return Map.copyOf(places);
    }

    /**
     * Says that something could not be judged.
     *
     * @param what what remains open, in plain words, without the host
     * @param topic the kind of fact that is missing
     * @param host the host that did not tell
     */
    public void askFor(String what, Topic topic, String host) {
        askFor(what, topic.command(), host);
    }

    /** The same, for output that no topic stands for. */
    public void askFor(String what, String command, String host) {
        questions
                .computeIfAbsent(command, c -> new LinkedHashMap<>())
                .computeIfAbsent(what, w -> new TreeSet<>(NaturalOrder::compare))
                .add(host);
    }

    /** True when a finding of the code was made. */
    public boolean has(Code code) {
        return findings.stream().anyMatch(f -> f.code() == code);
    }

    /** True when a finding of the code concerns the host, or names all of them at once. */
    public boolean has(Code code, String host) {
        return findings.stream()
                .anyMatch(f ->
                        f.code() == code && (f.host().equals(host) || f.host().isEmpty()));
    }

    /** The first finding of the code. */
    public Optional<Finding> first(Code code) {
        return findings.stream().filter(f -> f.code() == code).findFirst();
    }

    /** True when anything was found that keeps the fabric from working. */
    public boolean hasErrors() {
        return findings.stream().anyMatch(f -> f.severity() == Severity.ERROR);
    }

    /** True when an error or a warning was found. */
    public boolean hasTroubles() {
        return findings.stream().anyMatch(f -> f.severity() != Severity.INFO);
    }

    /** The findings, cause before consequence. */
    public List<Finding> sorted() {
        return findings.stream().sorted(Finding.ORDER).toList();
    }

    /** What could not be judged, one entry an output to ask for. */
    public List<NotObserved> notObserved() {
        List<NotObserved> all = new ArrayList<>();
        questions.forEach((command, subjects) -> {
            Map<List<String>, List<String>> byHosts = new LinkedHashMap<>();
            subjects.forEach((what, hosts) -> byHosts.computeIfAbsent(List.copyOf(hosts), h -> new ArrayList<>())
                    .add(what));
            byHosts.forEach((hosts, whats) ->
                    all.add(new NotObserved(Phrase.list(whats) + " (" + Phrase.hosts(hosts) + ")", command)));
        });
        return all;
    }
}
