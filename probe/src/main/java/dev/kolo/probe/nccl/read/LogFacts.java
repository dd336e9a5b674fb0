package dev.kolo.probe.nccl.read;

import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.FactsBuilder;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.probe.nccl.CompletionError;
import dev.kolo.probe.nccl.ConnectFailure;
import dev.kolo.probe.nccl.IbPort;
import dev.kolo.probe.nccl.NcclLogs;
import dev.kolo.probe.nccl.QueuePair;
import dev.kolo.probe.nccl.RankLog;
import dev.kolo.probe.nccl.Stated;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What logs alone tell of their hosts, in the form in which other texts tell it: settings and remarks, so that checks on
 * facts see them too. {@link NcclLogFormat} does the same line by line for logs among pasted texts.
 */
public final class LogFacts {
    private static final int MAX_VALUE = 200;

    private LogFacts() {}

    /** The hosts that the logs name, with what their ranks said. */
    public static Inventory of(NcclLogs logs) {
        Map<String, FactsBuilder> hosts = new LinkedHashMap<>();
        for (RankLog rank : logs.ranks()) {
            tell(rank, hosts.computeIfAbsent(rank.host(), FactsBuilder::new));
        }
        return Inventory.of(hosts.values().stream().map(FactsBuilder::build).toList());
    }

    private static void tell(RankLog rank, FactsBuilder host) {
        rank.environment()
                .forEach((name, value) ->
                        host.setting(new Setting(name, value.value(), Setting.Source.PROCESS, value.evidence())));
        rank.loaded().version().ifPresent(v -> remark(host, Remark.Kind.NCCL_VERSION, v.value(), v.evidence()));
        rank.network().outOfBand().ifPresent(o -> remark(host, Remark.Kind.OOB_NETDEV, o.value(), o.evidence()));
        List<IbPort> ports = rank.network().ports();
        if (!ports.isEmpty()) {
            String names = String.join(",", ports.stream().map(IbPort::name).toList());
            remark(host, Remark.Kind.DEVICES_USED, names, ports.getFirst().evidence());
        }
        rank.network()
                .listeners()
                .forEach(l ->
                        remark(host, Remark.Kind.LISTENERS_ADVERTISED, String.valueOf(l.advertised()), l.evidence()));
        rank.network()
                .overrides()
                .forEach(o -> remark(
                        host,
                        Remark.Kind.DEVICE_OVERRIDE,
                        o.from() + " " + o.to() + o.keptRoot().map(r -> " " + r).orElse(""),
                        o.evidence()));
        rank.paths().queuePairs().stream()
                .filter(q -> q.mtuBytes() > 0)
                .min(java.util.Comparator.comparingInt(QueuePair::mtuBytes))
                .ifPresent(q -> remark(host, Remark.Kind.PATH_MTU, String.valueOf(q.mtuBytes()), q.evidence()));
        errors(rank, host);
    }

    private static void errors(RankLog rank, FactsBuilder host) {
        for (Stated call : rank.errors().memory()) {
            remark(host, Remark.Kind.REG_MR_ENOMEM, call.value(), call.evidence());
        }
        for (ConnectFailure failure : rank.errors().failures()) {
            remark(host, Remark.Kind.ERROR_LINE, failure.evidence().text(), failure.evidence());
        }
        for (CompletionError error : rank.errors().completions()) {
            remark(host, Remark.Kind.ERROR_LINE, error.evidence().text(), error.evidence());
        }
        for (Stated other : rank.errors().others()) {
            remark(host, Remark.Kind.ERROR_LINE, other.value(), other.evidence());
        }
    }

    private static void remark(FactsBuilder host, Remark.Kind kind, String value, Evidence evidence) {
        host.remark(new Remark(kind, value.length() > MAX_VALUE ? value.substring(0, MAX_VALUE) : value, evidence));
    }
}
