package dev.kolo.probe.nccl.read;

import dev.kolo.probe.nccl.Effect;
import dev.kolo.probe.nccl.read.NcclEvent.Nothing;
import dev.kolo.probe.read.text.Words;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** The formats of what fails: calls to verbs, completions, traces, and warnings of any kind. */
final class FailureFormats {
    private static final String GID_INDEX = "local GID index ";

    private FailureFormats() {}

    static NcclEvent read(String body, boolean isWarning, boolean isMarked) {
        int call = body.indexOf("Call to ibv_");
        if (call >= 0 && (isMarked || call == 0)) {
            return call(body.substring(call + 8));
        }
        int completion = body.indexOf("Got completion from peer ");
        if (completion >= 0 && (isMarked || completion == 0 || body.startsWith("NET/IB"))) {
            return completion(body.substring(completion + 25));
        }
        return isMarked ? marked(body, isWarning) : unmarked(body);
    }

    private static NcclEvent marked(String body, boolean isWarning) {
        if (body.contains("skipping ncclTransportTreeConnect")) {
            return new NcclEvent.Patched(Effect.TREE_SKIPPED);
        }
        if (body.contains("ncclTransportTreeConnect")) {
            return new NcclEvent.TreeFailed(NcclFormats.cut(body));
        }
        if (body.indexOf(".cc:") > 0 && body.indexOf(" -> ") > 0) {
            return new NcclEvent.Unwound(Words.first(body));
        }
        return isWarning || body.contains("Failed to execute operation")
                ? new NcclEvent.Trouble(NcclFormats.cut(body))
                : Nothing.HERE;
    }

    /** What engines print: their own errors about NCCL, and the frames of a trace. Prose that quotes them is none of it. */
    private static NcclEvent unmarked(String body) {
        int duplicate = body.indexOf("Duplicate NCCL runtime found");
        if (duplicate == 0 || duplicate > 0 && body.startsWith("Error: ", duplicate - 7)) {
            return new NcclEvent.Duplicate(NcclFormats.cut(body));
        }
        int tree = body.indexOf("ncclTransportTreeConnect");
        boolean frame = tree == 0 || tree > 0 && (body.startsWith("at ") || body.startsWith("#"));
        if (frame) {
            return new NcclEvent.TreeFailed(NcclFormats.cut(body));
        }
        String first = Words.first(body);
        boolean error = first.endsWith("Error:") && body.startsWith(" NCCL ", first.length());
        return error ? new NcclEvent.Trouble(NcclFormats.cut(body)) : Nothing.HERE;
    }

    private static NcclEvent call(String text) {
        String call = Words.first(text);
        if (call.startsWith("ibv_reg_mr") && errno(text) == 12) {
            return new NcclEvent.MemoryFailed(NcclFormats.cut(call));
        }
        return call.equals("ibv_modify_qp") && text.contains("failed")
                ? modifyFailed(text)
                : new NcclEvent.Trouble("Call to " + NcclFormats.cut(text));
    }

    /**
     * "ibv_modify_qp failed with 110 Connection timed out, on dev rocep1s0f0:1, curr state INIT, next state RTR, local GID
     * index 3, local GID ::ffff:10.10.0.10, remote GID ::ffff:10.10.1.11, retrying 1/35 after 100 msec of sleep"; before
     * 2.27 "failed with error Connection timed out".
     */
    private static NcclEvent modifyFailed(String text) {
        String device = between(text, "on dev ", ",");
        int colon = device.lastIndexOf(':');
        String from = between(text, "curr state ", ",");
        String to = between(text, "next state ", ",");
        String retry = Words.first(between(text, "retrying ", " after"));
        int slash = retry.indexOf('/');
        return new NcclEvent.ModifyFailed(
                errno(text),
                words(text),
                colon > 0 ? device.substring(0, colon) : device,
                colon > 0 ? NcclFormats.number(device.substring(colon + 1)).orElse(0) : 0,
                from.isEmpty() || to.isEmpty() ? "" : from + " to " + to,
                NcclFormats.number(between(text, GID_INDEX, ",")),
                LogGids.after(afterIndex(text), "local GID "),
                LogGids.after(text, "remote GID "),
                slash > 0 ? NcclFormats.number(retry.substring(0, slash)).orElse(0) : 0,
                slash > 0 ? NcclFormats.number(retry.substring(slash + 1)) : OptionalInt.empty(),
                NcclFormats.number(between(text, " after ", " msec")).orElse(0));
    }

    /** The text behind "local GID index n", since the GID itself follows under nearly the same words. */
    private static String afterIndex(String text) {
        int at = text.indexOf(GID_INDEX);
        return at < 0 ? text : text.substring(at + GID_INDEX.length());
    }

    /** "failed with 110 …", "failed with error …", "failed with errno 12": the number, from the words where need be; 0 when unknown. */
    private static int errno(String text) {
        int at = text.indexOf("failed with ");
        if (at >= 0) {
            OptionalInt said = NcclFormats.number(Words.first(text.substring(at + 12)));
            if (said.isPresent()) {
                return said.getAsInt();
            }
        }
        OptionalInt named = NcclFormats.valueOf(text, "errno ");
        return named.isPresent() ? named.getAsInt() : errnoOf(text);
    }

    /** The words of glibc's strerror. */
    private static int errnoOf(String text) {
        if (text.contains("Connection timed out")) {
            return 110;
        }
        if (text.contains("No data available")) {
            return 61;
        }
        if (text.contains("Network is unreachable")) {
            return 101;
        }
        if (text.contains("No route to host")) {
            return 113;
        }
        if (text.contains("Invalid argument")) {
            return 22;
        }
        if (text.contains("No such device")) {
            return 19;
        }
        return text.contains("Cannot allocate memory") ? 12 : 0;
    }

    private static String words(String text) {
        int at = text.indexOf("failed with ");
        if (at < 0) {
            return "";
        }
        String rest = text.substring(at + 12);
        int comma = rest.indexOf(',');
        String phrase = comma < 0 ? rest : rest.substring(0, comma);
        String first = Words.first(phrase);
        boolean skipped = NcclFormats.number(first).isPresent() || first.equals("error");
        return NcclFormats.cut(
                skipped ? phrase.strip().substring(first.length()).strip() : phrase.strip());
    }

    /**
     * "10.0.0.2&lt;51234&gt; with status=IBV_WC_RETRY_EXC_ERR(12) opcode=IBV_WC_SEND(0) reqSize=0 vendor_err=129 req_type=Send
     * localGid ::ffff:10.10.0.10 remoteGids::ffff:10.10.0.11 hca rocep1s0f0"; before 2.28 "status=12 opcode=0 len=0 vendor
     * err 129 (Send)", and once "with error 12, opcode 0".
     */
    private static NcclEvent completion(String text) {
        String status = word(text, text.contains("status=") ? "status=" : "with error ");
        int open = status.indexOf('(');
        String number = open < 0 ? status : status.substring(open + 1).replace(")", "");
        String vendor = word(text, text.contains("vendor_err=") ? "vendor_err=" : "vendor err ");
        return new NcclEvent.BadCompletion(
                NcclFormats.cut(Words.first(text)),
                NcclFormats.number(number).orElse(-1),
                open < 0 ? "" : NcclFormats.cut(status.substring(0, open)),
                NcclFormats.cut(word(text, text.contains("opcode=") ? "opcode=" : "opcode ")),
                vendor.isEmpty() ? OptionalLong.empty() : Words.longNumber(vendor),
                LogGids.after(text, "localGid "),
                LogGids.after(text, "remoteGids"),
                NcclFormats.cut(word(text, " hca ")));
    }

    /** The word right behind a key, without a comma; empty when the key is not there. */
    private static String word(String text, String key) {
        int at = text.indexOf(key);
        String word = at < 0 ? "" : Words.first(text.substring(at + key.length()));
        return word.endsWith(",") ? word.substring(0, word.length() - 1) : word;
    }

    private static String between(String text, String before, String after) {
        int at = text.indexOf(before);
        if (at < 0) {
            return "";
        }
        int end = text.indexOf(after, at + before.length());
        return NcclFormats.cut(text.substring(at + before.length(), end < 0 ? text.length() : end)
                .strip());
    }
}
