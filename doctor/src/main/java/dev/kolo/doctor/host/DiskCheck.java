package dev.kolo.doctor.host;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Context.LocatedRemark;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Severity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** File systems that are all but full where images, models and logs go, and messages that they are. */
public final class DiskCheck implements Check {
    /** An image layer, a compile cache and a day of logs need about this much. */
    private static final long LEAST_KIB = 10L * 1024 * 1024;

    /** A file system smaller than this was never meant for images and models. */
    private static final long LEAST_SIZE_KIB = 3 * LEAST_KIB;

    private static final List<String> NOT_FOR_DATA =
            List.of("/boot", "/snap", "/run", "/dev", "/sys", "/proc", "/recovery");

    @Override
    public void examine(Context context, Findings out) {
        Map<String, List<String>> full = new LinkedHashMap<>();
        Map<String, List<Evidence>> evidence = new LinkedHashMap<>();
        for (LocatedRemark remark : context.remarks(Remark.Kind.FILE_SYSTEM)) {
            String[] words = remark.value().split(" ", 4);
            boolean isNumber = words.length == 4 && words[0].matches("[0-9]{1,15}") && words[2].matches("[0-9]{1,15}");
            if (isNumber
                    && Long.parseLong(words[0]) < LEAST_KIB
                    && Long.parseLong(words[2]) >= LEAST_SIZE_KIB
                    && isForData(words[3])) {
                String left = gib(Long.parseLong(words[0]));
                add(full, evidence, remark, words[3] + " has " + left + " left (" + words[1] + " % used)");
            }
        }
        List<LocatedRemark> failed = context.remarks(Remark.Kind.DISK_FULL);
        failed.forEach(r -> add(full, evidence, r, "\"" + r.value() + "\""));
        full.forEach((host, seen) -> report(
                out,
                host,
                seen,
                evidence.getOrDefault(host, List.of()),
                failed.stream().anyMatch(r -> r.host().equals(host))));
    }

    private static void add(
            Map<String, List<String>> full, Map<String, List<Evidence>> evidence, LocatedRemark remark, String text) {
        full.computeIfAbsent(remark.host(), h -> new ArrayList<>()).add(text);
        evidence.computeIfAbsent(remark.host(), h -> new ArrayList<>())
                .add(remark.remark().evidence());
    }

    private static boolean isForData(String mount) {
        return mount.startsWith("/")
                && NOT_FOR_DATA.stream().noneMatch(m -> mount.equals(m) || mount.startsWith(m + "/"));
    }

    private static String gib(long kib) {
        return String.format(java.util.Locale.ROOT, "%.1f GiB", kib / 1024.0 / 1024.0);
    }

    private static void report(Findings out, String host, List<String> seen, List<Evidence> evidence, boolean failed) {
        out.report(Code.DISK_LOW)
                .severity(failed ? Severity.ERROR : Severity.WARNING)
                .at(host, "room on its disks")
                .seen(Phrase.few(seen.stream().distinct().toList(), 4))
                .wanted("10 GiB or more where images, models, caches and logs go")
                .consequence(
                        failed
                                ? "something could not be written: images and weights stay incomplete, engines end while they compile"
                                : "the next image, model or compile cache will not fit, and an engine ends in the middle of its start")
                .fix(
                        "`df -h` and `sudo du -xh --max-depth=2 / | sort -h | tail` show where it went; `docker system df` and"
                                + " `docker image prune` for images, old models and logs by hand")
                .evidence(evidence)
                .add();
    }
}
