package dev.kolo.probe.read.format.stated;

import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Names;
import dev.kolo.probe.read.text.Words;
import java.util.List;
import java.util.Optional;

/**
 * What a launcher says that it will do: its cluster ("hosts: a, b, c", "topology: ring"), the environment that it
 * plans, a job's head and workers.
 */
public final class ClusterReader implements FormatReader {
    private boolean planned;

    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.body();
        if (text.equals("Cluster Configuration:")) {
            scope.understood("cluster description");
            planned = false;
            return Claim.KNOWN;
        }
        if (text.startsWith("NCCL Environment") && text.endsWith(":")) {
            int head = text.indexOf("head: ");
            if (head > 0) {
                String name = text.substring(head + 6)
                        .replace("):", "")
                        .replace(")", "")
                        .strip();
                scope.remark(Remark.Kind.JOB_HEAD, name, line.evidence());
            }
            planned = true;
            scope.understood("planned environment");
            return Claim.READ;
        }
        Optional<Words.KeyValue> pair = Words.split(text, ':');
        return pair.isPresent() && !pair.get().value().isEmpty() ? attribute(pair.get(), line, scope, false) : Claim.NO;
    }

    @Override
    public Claim proceed(Line line, Scope scope) {
        String text = line.body();
        int equals = text.indexOf('=');
        if (planned && equals > 0 && text.indexOf(' ') < 0) {
            scope.setting(
                    text.substring(0, equals), text.substring(equals + 1), Setting.Source.PLANNED, line.evidence());
            scope.facts().observe(Topic.ENVIRONMENT, Observation.PARTIAL);
            return Claim.READ;
        }
        Claim claim = begin(line, scope);
        if (claim.isMine()) {
            return claim;
        }
        Optional<Words.KeyValue> pair = Words.split(text, ':');
        return !planned
                        && pair.isPresent()
                        && line.indent() > 0
                        && pair.get().key().indexOf(' ') < 0
                ? attribute(pair.get(), line, scope, true)
                : Claim.NO;
    }

    private static Claim attribute(Words.KeyValue pair, Line line, Scope scope, boolean inCluster) {
        List<String> items = Words.of(pair.value().replace(',', ' '));
        switch (pair.key()) {
            case "hosts", "Hosts" -> {
                if (!areHosts(items) || items.size() < 2) {
                    return inCluster ? Claim.KNOWN : job(pair.value(), scope);
                }
                for (String item : items) {
                    scope.remark(Remark.Kind.CLUSTER_HOST, item, line.evidence());
                }
                scope.understood("cluster description");
            }
            case "topology" -> {
                if (!inCluster && pair.value().indexOf(' ') >= 0) {
                    return Claim.NO;
                }
                scope.remark(Remark.Kind.PLANNED_SHAPE, Words.first(pair.value()), line.evidence());
                scope.understood("cluster description");
            }
            case "Head", "head", "Head node" -> {
                if (items.size() != 1 || !areHosts(items)) {
                    return Claim.NO;
                }
                scope.remark(Remark.Kind.JOB_HEAD, items.get(0), line.evidence());
                scope.understood("job description");
            }
            case "Workers", "Worker", "workers" -> {
                if (!areHosts(items)) {
                    return Claim.NO;
                }
                for (String item : items) {
                    scope.remark(Remark.Kind.JOB_WORKER, item, line.evidence());
                }
                scope.understood("job description");
            }
            default -> {
                return inCluster ? Claim.KNOWN : Claim.NO;
            }
        }
        return Claim.READ;
    }

    /** "Hosts:  default cluster 'ring'" above a job's hosts. */
    private static Claim job(String value, Scope scope) {
        if (!value.contains("cluster '")) {
            return Claim.NO;
        }
        scope.understood("job description");
        return Claim.KNOWN;
    }

    private static boolean areHosts(List<String> items) {
        for (String item : items) {
            if (!Names.isHostLike(item)) {
                return false;
            }
        }
        return items.size() > 0;
    }

    @Override
    public void endBlock(Scope scope, boolean whole) {
        planned = false;
    }
}
