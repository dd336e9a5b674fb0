package dev.kolo.fabric.codec;

import static dev.kolo.fabric.codec.Cursor.wordOf;

import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.NotObserved;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.fabric.finding.Verdict;
import dev.kolo.fabric.json.Json;
import dev.kolo.fabric.json.JsonObject;
import dev.kolo.fabric.json.JsonReader;
import dev.kolo.fabric.json.JsonReading;
import dev.kolo.fabric.json.JsonWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Verdicts as JSON, schema {@code kolo.findings/1}. All four lists and all fields are always there, so that a program needs
 * no cases; "nothing found" and "nothing observed" stay apart. One field is there only where it says something: {@code
 * followsFrom}, with the place in the list and the code of the finding that explains this one.
 */
public final class FindingsJson {
    private FindingsJson() {}

    /** The JSON text of a verdict; equal verdicts give equal bytes. */
    public static String write(Verdict verdict, JsonWriter.Layout layout) {
        JsonWriter out = new JsonWriter(layout).beginObject().field("schema", Verdict.SCHEMA);
        out.name("findings").beginArray();
        for (int i = 0; i < verdict.findings().size(); i++) {
            OptionalInt root = verdict.rootOf(i);
            fields(out.beginObject(), verdict.findings().get(i));
            if (root.isPresent()) {
                out.name("followsFrom").beginInlineObject().field("finding", root.getAsInt());
                out.field("code", verdict.findings().get(root.getAsInt()).code().name())
                        .end();
            }
            out.end();
        }
        out.end().name("notObserved").beginArray();
        for (NotObserved gap : verdict.notObserved()) {
            out.beginObject().field("check", gap.check()).field("askFor", gap.askFor());
            out.end();
        }
        out.end().name("understood").beginArray();
        for (Verdict.Understood file : verdict.understood()) {
            out.beginInlineObject().field("file", file.file()).name("kinds").beginArray();
            file.kinds().forEach(out::string);
            out.end().end();
        }
        out.end().name("notUnderstood").beginArray();
        for (Verdict.NotUnderstood file : verdict.notUnderstood()) {
            out.beginInlineObject().field("file", file.file()).field("reason", file.reason());
            out.end();
        }
        return out.end().end().text();
    }

    /** Writes one finding as an object, for documents that hold some. */
    public static void write(JsonWriter out, Finding finding) {
        fields(out.beginObject(), finding);
        out.end();
    }

    private static void fields(JsonWriter out, Finding finding) {
        out.field("code", finding.code().name()).field("severity", wordOf(finding.severity()));
        out.field("host", finding.host()).field("subject", finding.subject());
        out.field("seen", finding.seen()).field("wanted", finding.wanted());
        out.field("consequence", finding.consequence()).field("fix", finding.fix());
        out.name("evidence").beginArray();
        for (Evidence evidence : finding.evidence()) {
            out.beginInlineObject().field("file", evidence.file()).field("line", evidence.line());
            out.field("text", evidence.text()).end();
        }
        out.end().field("confidence", wordOf(finding.confidence()));
    }

    /** Reads a text; one that breaks off is refused, since a verdict without its end could look healthy. */
    public static Decoded<Verdict> read(String text) {
        return switch (JsonReader.read(text)) {
            case JsonReading.Whole whole -> decode(whole.root());
            case JsonReading.Broken broken ->
                new Decoded.Refused<>(broken.problem().line(), broken.problem().what());
        };
    }

    private static Decoded<Verdict> decode(Json root) {
        Optional<JsonObject> document = root.asObject();
        Optional<String> schema = document.flatMap(d -> d.string("schema"));
        if (document.isEmpty() || !schema.equals(Optional.of(Verdict.SCHEMA))) {
            return new Decoded.Refused<>(
                    root.at().line(),
                    "a verdict must be an object with \"schema\": \"" + Verdict.SCHEMA + "\", and this is "
                            + schema.map(s -> "an object with the schema " + s).orElse(root.describe()));
        }
        try {
            return new Decoded.Whole<>(verdict(Cursor.of(document.get())));
        } catch (DecodeException refused) {
            return refused.refusal();
        }
    }

    private static Verdict verdict(Cursor document) {
        List<Finding> findings = new ArrayList<>();
        List<Integer> roots = new ArrayList<>();
        for (Cursor finding : document.children("findings")) {
            findings.add(finding(finding));
            roots.add(finding.child("followsFrom")
                    .map(c -> c.requiredInteger("finding"))
                    .orElse(-1));
        }
        for (int i = 0; i < roots.size(); i++) {
            if (roots.get(i) < -1 || roots.get(i) >= findings.size() || roots.get(i) == i) {
                throw document.missing(
                        "findings[" + i + "].followsFrom.finding", "the place of another finding in the list");
            }
        }
        return new Verdict(
                findings,
                document.list(
                        "notObserved",
                        gap -> new NotObserved(gap.requiredString("check"), gap.requiredString("askFor"))),
                document.list(
                        "understood",
                        file -> new Verdict.Understood(file.requiredString("file"), file.strings("kinds"))),
                document.list(
                        "notUnderstood",
                        file -> new Verdict.NotUnderstood(file.requiredString("file"), file.requiredString("reason"))),
                roots);
    }

    /** Reads one finding, as {@link #write(JsonWriter, Finding)} gives it. */
    public static Finding finding(Cursor finding) {
        return new Finding(
                finding.requiredParsed("code", "a code of the catalogue", FindingsJson::code),
                finding.word("severity", Severity.values(), Severity.ERROR),
                finding.stringOrEmpty("host"),
                finding.stringOrEmpty("subject"),
                finding.stringOrEmpty("seen"),
                finding.stringOrEmpty("wanted"),
                finding.stringOrEmpty("consequence"),
                finding.stringOrEmpty("fix"),
                finding.list(
                        "evidence",
                        e -> new Evidence(
                                e.requiredString("file"), e.requiredInteger("line"), e.requiredString("text"))),
                finding.word("confidence", Finding.Confidence.values(), Finding.Confidence.CERTAIN));
    }

    private static Optional<Code> code(String name) {
        for (Code code : Code.values()) {
            if (code.name().equals(name)) {
                return Optional.of(code);
            }
        }
        return Optional.empty();
    }
}
