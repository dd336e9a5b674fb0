package dev.kolo.plan.artefact;

import dev.kolo.plan.artefact.text.EnvironmentText;
import dev.kolo.plan.engine.EngineEnvironment;
import dev.kolo.plan.engine.EngineSection;
import java.util.ArrayList;
import java.util.List;

/** The environment of each rank as files for {@code docker run --env-file} and systemd's {@code EnvironmentFile=}. */
final class EnvironmentFiles {
    /** What every start needs. */
    static final String ALWAYS = "engine.env";

    /** What the first start of a plan has besides. */
    static final String FIRST_BOOT = "engine-first-boot.env";

    /** What an engine with one-shot RoCE collectives has besides. */
    static final String ONE_SHOT = "engine-one-shot.env";

    private EnvironmentFiles() {}

    /** The files of one rank, in its host's folder. */
    static List<Artefact> of(EngineSection engine, EngineEnvironment rank, String origin) {
        List<Artefact> files = new ArrayList<>();
        StringBuilder always = head(rank, "What rank " + rank.rank() + " (" + rank.host() + ") must have.", origin);
        engine.label().ifPresent(label -> comment(always, label));
        lines(always, rank.set());
        if (!rank.unset().isEmpty()) {
            always.append('\n');
            comment(always, "Must NOT be set, in the image neither:");
            rank.unset().forEach(u -> comment(always, "  " + u.name() + ": " + u.reason()));
        }
        files.add(Artefact.text(rank.host() + "/" + ALWAYS, always.toString()));
        add(
                files,
                rank,
                FIRST_BOOT,
                rank.firstBoot(),
                "Besides " + ALWAYS + ", on the first start of this plan.",
                origin);
        add(files, rank, ONE_SHOT, rank.oneShot(), "Besides " + ALWAYS + ", for one-shot RoCE collectives.", origin);
        return files;
    }

    private static void add(
            List<Artefact> files,
            EngineEnvironment rank,
            String name,
            List<EngineEnvironment.Line> lines,
            String what,
            String origin) {
        if (!lines.isEmpty()) {
            StringBuilder out = head(rank, what, origin);
            lines(out, lines);
            files.add(Artefact.text(rank.host() + "/" + name, out.toString()));
        }
    }

    private static StringBuilder head(EngineEnvironment rank, String what, String origin) {
        StringBuilder out = new StringBuilder();
        comment(out, what + " For docker and podman (--env-file) and systemd (EnvironmentFile=); no shell.");
        comment(out, "Rank " + rank.rank() + " on " + rank.host() + ". " + origin);
        return out;
    }

    private static void lines(StringBuilder out, List<EngineEnvironment.Line> lines) {
        for (EngineEnvironment.Line line : lines) {
            out.append('\n');
            comment(out, line.reason());
            out.append(EnvironmentText.line(line.name(), line.value())).append('\n');
        }
    }

    private static void comment(StringBuilder out, String text) {
        out.append(EnvironmentText.comment(text)).append('\n');
    }
}
