package dev.kolo.cli.logs;

import dev.kolo.doctor.Diagnosis;
import dev.kolo.fabric.address.Gid;
import dev.kolo.fabric.codec.FindingsJson;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.json.JsonWriter;
import dev.kolo.probe.nccl.ChannelPlan;
import dev.kolo.probe.nccl.CommLog;
import dev.kolo.probe.nccl.CompletionError;
import dev.kolo.probe.nccl.ConnectFailure;
import dev.kolo.probe.nccl.IbPort;
import dev.kolo.probe.nccl.LogTime;
import dev.kolo.probe.nccl.NcclLogs;
import dev.kolo.probe.nccl.NcclLogs.Communicator;
import dev.kolo.probe.nccl.QueuePair;
import dev.kolo.probe.nccl.RankLog;
import dev.kolo.probe.nccl.RingOrder;
import dev.kolo.probe.nccl.Stage;
import dev.kolo.probe.nccl.Stated;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Ranks, communicators and findings as JSON, schema {@code kolo.logs/1}; equal logs give equal bytes. */
public final class LogsJson {
    /** Schema name. */
    public static final String SCHEMA = "kolo.logs/1";

    private final JsonWriter out = new JsonWriter(JsonWriter.Layout.INDENTED);

    private LogsJson() {}

    /** The JSON text. */
    public static String write(NcclLogs logs, Diagnosis diagnosis) {
        LogsJson json = new LogsJson();
        json.document(logs, diagnosis);
        return json.out.text();
    }

    private void document(NcclLogs logs, Diagnosis diagnosis) {
        out.beginObject().field("schema", SCHEMA);
        out.field("bytes", logs.bytes()).field("lines", logs.lineCount()).field("ncclLines", logs.ncclLineCount());
        out.name("ranks").beginArray();
        logs.ranks().forEach(this::rank);
        out.end().name("communicators").beginArray();
        logs.communicators().forEach(this::communicator);
        out.end().name("findings").beginArray();
        diagnosis.findings().forEach(f -> FindingsJson.write(out, f));
        out.end().name("notObserved").beginArray();
        diagnosis
                .notObserved()
                .forEach(n -> out.beginObject()
                        .field("check", n.check())
                        .field("askFor", n.askFor())
                        .end());
        out.end().name("notes").beginArray();
        logs.notes().forEach(out::string);
        out.end().end();
    }

    private void rank(RankLog rank) {
        out.beginObject().field("host", rank.host()).field("process", rank.process());
        out.field("label", rank.label()).field("rank", rank.rank()).field("rankCount", rank.rankCount());
        extent(rank.extent());
        out.field("version", rank.loaded().version().map(Stated::value));
        out.field("build", rank.loaded().build().map(Stated::value));
        out.field("engineVersion", rank.loaded().engineVersion().map(Stated::value));
        out.name("effects").beginInlineArray();
        rank.loaded().effects().keySet().forEach(e -> out.string(word(e.name())));
        out.end().name("environment").beginObject();
        rank.environment().forEach((name, value) -> out.field(name, value.value()));
        out.end();
        network(rank);
        paths(rank);
        errors(rank);
        out.name("communicators").beginArray();
        rank.communicators().forEach(this::comm);
        out.end();
        stages(rank.stages());
        out.end();
    }

    private void extent(RankLog.Extent extent) {
        out.name("files").beginInlineArray();
        extent.files().forEach(out::string);
        out.end().field("lineCount", extent.lineCount());
        evidence("first", extent.first());
        evidence("last", extent.last());
        time("firstTime", extent.firstTime());
        time("lastTime", extent.lastTime());
    }

    private void network(RankLog rank) {
        out.field("network", rank.network().network().map(Stated::value));
        out.field("plugin", rank.network().plugin().map(Stated::value));
        out.field("noIbDevice", rank.network().noIbDevice().isPresent());
        out.field("outOfBand", rank.network().outOfBand().map(Stated::value));
        ports("ports", rank.network().ports());
        ports("devices", rank.network().devices());
        out.name("listeners").beginArray();
        rank.network().listeners().forEach(l -> {
            out.beginInlineObject().field("advertised", l.advertised()).field("observed", l.observed());
            out.end();
        });
        out.end().name("overrides").beginArray();
        rank.network().overrides().forEach(o -> {
            out.beginObject().field("from", o.from()).field("to", o.to()).field("keptRoot", o.keptRoot());
            out.field("count", o.count());
            evidence("evidence", o.evidence());
            out.end();
        });
        out.end();
    }

    private void ports(String name, List<IbPort> ports) {
        out.name(name).beginArray();
        for (IbPort port : ports) {
            out.beginInlineObject().field("index", port.index()).field("name", port.name());
            out.field("port", port.port()).field("linkLayer", port.linkLayer()).end();
        }
        out.end();
    }

    private void paths(RankLog rank) {
        out.field("channels", rank.paths().channelCount()).name("ringOrders").beginArray();
        for (RingOrder order : rank.paths().orders()) {
            out.beginInlineObject()
                    .field("channel", order.channel())
                    .name("ranks")
                    .beginInlineArray();
            order.ranks().forEach(out::number);
            out.end().end();
        }
        out.end().name("plans").beginArray();
        for (ChannelPlan plan : rank.paths().channels()) {
            out.beginInlineObject().field("channel", plan.channel()).field("connection", plan.connection());
            out.field("from", plan.from()).field("to", plan.to()).field("sends", plan.sends());
            out.field("network", plan.network()).field("device", plan.device());
            out.field("landedIbDevice", plan.landedIbDevice()).end();
        }
        out.end().name("queuePairs").beginArray();
        for (QueuePair pair : rank.paths().queuePairs()) {
            out.beginInlineObject().field("role", word(pair.role().name())).field("device", pair.device());
            out.field("ibDevice", pair.ibDevice()).field("port", pair.port()).field("number", pair.number());
            out.field("mtuBytes", pair.mtuBytes()).field("gidIndex", pair.gidIndex());
            gid("gid", pair.gid());
            out.field("line", pair.evidence().line()).end();
        }
        out.end();
    }

    private void errors(RankLog rank) {
        out.name("failures").beginArray();
        for (ConnectFailure failure : rank.errors().failures()) {
            out.beginObject().field("errno", failure.errno()).field("words", failure.words());
            out.field("device", failure.device()).field("port", failure.port()).field("step", failure.step());
            out.field("gidIndex", failure.gidIndex());
            gid("local", failure.local());
            gid("remote", failure.remote());
            out.field("attempts", failure.attempts()).field("attemptLimit", failure.attemptLimit());
            out.field("sleptMillis", failure.sleptMillis()).field("gaveUp", failure.gaveUp());
            time("firstTime", failure.first());
            time("lastTime", failure.last());
            evidence("evidence", failure.evidence());
            out.end();
        }
        out.end().name("completions").beginArray();
        for (CompletionError error : rank.errors().completions()) {
            out.beginObject().field("peer", error.peer()).field("status", error.status());
            out.field("statusName", error.statusName()).field("opcode", error.opcode());
            out.field("vendorError", error.vendorError());
            gid("local", error.local());
            gid("remote", error.remote());
            out.field("device", error.device()).field("count", error.count());
            time("time", error.time());
            evidence("evidence", error.evidence());
            out.end();
        }
        out.end().name("otherErrors").beginArray();
        rank.errors().tree().ifPresent(this::stated);
        rank.errors().memory().forEach(this::stated);
        rank.errors().others().forEach(this::stated);
        out.end();
    }

    private void comm(CommLog comm) {
        out.beginObject().field("id", comm.id()).field("rank", comm.rank());
        out.field("rankCount", comm.rankCount()).field("nodeCount", comm.nodeCount());
        stages(comm.stages());
        out.end();
    }

    private void communicator(Communicator communicator) {
        out.beginObject().field("id", communicator.id()).field("rankCount", communicator.rankCount());
        out.field("complete", communicator.isComplete() && communicator.unseen().isEmpty());
        out.name("seen").beginInlineArray();
        communicator.members().keySet().forEach(out::number);
        out.end().name("unseen").beginInlineArray();
        communicator.unseen().forEach(out::number);
        out.end().end();
    }

    private void stages(Map<Stage, Stated> stages) {
        out.name("stages").beginArray();
        stages.forEach((stage, mark) -> {
            out.beginInlineObject().field("stage", word(stage.name()));
            out.field("file", mark.evidence().file())
                    .field("line", mark.evidence().line());
            time("time", mark.time());
            out.end();
        });
        out.end();
    }

    private void stated(Stated value) {
        out.beginObject().field("text", value.value());
        time("time", value.time());
        evidence("evidence", value.evidence());
        out.end();
    }

    private void evidence(String name, Evidence evidence) {
        out.name(name).beginInlineObject().field("file", evidence.file()).field("line", evidence.line());
        out.field("text", evidence.text()).end();
    }

    private void gid(String name, Optional<Gid> gid) {
        out.field(
                name,
                gid.map(g ->
                        g.ipv4().map(Object::toString).orElseGet(() -> g.ipv6().toString())));
    }

    private void time(String name, Optional<LogTime> time) {
        out.field(name, time.map(LogTime::text));
    }

    private static String word(String constant) {
        return constant.toLowerCase(Locale.ROOT);
    }
}
