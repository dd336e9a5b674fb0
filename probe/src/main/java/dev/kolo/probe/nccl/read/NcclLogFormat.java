package dev.kolo.probe.nccl.read;

import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.probe.nccl.QueuePair;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Line;
import java.util.List;

/**
 * What NCCL's lines add to the facts of their host: settings, devices, the out-of-band netdev, device overrides, errors.
 * An inventory keeps these; the ranks as a whole are put together by {@link NcclLogReader}.
 */
public final class NcclLogFormat implements FormatReader {
    private static final String KIND = "NCCL log";
    private static final int MAX_VALUE = 200;

    /** Answers KNOWN even for lines it keeps something of: logs repeat themselves, and each fact is kept once. */
    @Override
    public Claim begin(Line line, Scope scope) {
        List<LogLine> messages = LogLine.of(line.text());
        for (LogLine message : messages) {
            Scope host = message.host().isEmpty() ? scope : scope.host(message.host());
            keep(NcclFormats.read(message.body(), message.isWarning(), true), line, host);
        }
        if (!messages.isEmpty()) {
            scope.understood(KIND);
            return Claim.KNOWN;
        }
        NcclEvent event = NcclFormats.read(line.body(), false, false);
        if (event instanceof NcclEvent.Nothing && !line.body().startsWith("NET/IB")) {
            return Claim.NO;
        }
        scope.understood(KIND);
        keep(event, line, scope);
        return Claim.KNOWN;
    }

    private static void keep(NcclEvent event, Line line, Scope scope) {
        switch (event) {
            case NcclEvent.Version(String value) -> remark(Remark.Kind.NCCL_VERSION, value, line, scope);
            case NcclEvent.EngineVersion(String value) -> remark(Remark.Kind.NCCL_VERSION, value, line, scope);
            case NcclEvent.Variable(String name, String value) ->
                scope.setting(name, value, Setting.Source.PROCESS, line.evidence());
            case NcclEvent.OutOfBand(String value) -> remark(Remark.Kind.OOB_NETDEV, value, line, scope);
            case NcclEvent.Ports listed -> {
                if (listed.ports().size() > 1
                        || listed.outOfBand().isPresent() && !listed.ports().isEmpty()) {
                    remark(Remark.Kind.DEVICES_USED, names(listed), line, scope);
                }
                listed.outOfBand().ifPresent(value -> remark(Remark.Kind.OOB_NETDEV, value, line, scope));
            }
            case NcclEvent.Advertised listener ->
                remark(Remark.Kind.LISTENERS_ADVERTISED, String.valueOf(listener.advertised()), line, scope);
            case NcclEvent.Overridden moved ->
                remark(
                        Remark.Kind.DEVICE_OVERRIDE,
                        moved.from() + " " + moved.to()
                                + moved.keptRoot().map(r -> " " + r).orElse(""),
                        line,
                        scope);
            case NcclEvent.Paired(QueuePair pair) -> {
                if (pair.mtuBytes() > 0) {
                    remark(Remark.Kind.PATH_MTU, String.valueOf(pair.mtuBytes()), line, scope);
                }
            }
            case NcclEvent.MemoryFailed(String call) -> remark(Remark.Kind.REG_MR_ENOMEM, call, line, scope);
            case NcclEvent.ModifyFailed failed -> remark(Remark.Kind.ERROR_LINE, line.body(), line, scope);
            case NcclEvent.BadCompletion bad -> remark(Remark.Kind.ERROR_LINE, line.body(), line, scope);
            case NcclEvent.TreeFailed(String text) -> remark(Remark.Kind.ERROR_LINE, text, line, scope);
            case NcclEvent.Duplicate(String text) -> remark(Remark.Kind.ERROR_LINE, text, line, scope);
            case NcclEvent.Trouble(String text) -> remark(Remark.Kind.ERROR_LINE, text, line, scope);
            default -> {}
        }
    }

    private static String names(NcclEvent.Ports listed) {
        return String.join(
                ",", listed.ports().stream().map(NcclEvent.Numbered::name).toList());
    }

    private static void remark(Remark.Kind kind, String value, Line line, Scope scope) {
        scope.remark(kind, value.length() > MAX_VALUE ? value.substring(0, MAX_VALUE) : value, line.evidence());
    }
}
