package dev.kolo.doctor.host;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Context.LocatedRemark;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.finding.Code;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A model's files on each host: {@code config.json}, all the shards that their own names count
 * ({@code model-00003-of-00042.safetensors}), none of them empty, and the same sizes and hashes everywhere. Folders are told
 * apart by their last name, since a model lies under another path on each host.
 */
public final class WeightsCheck implements Check {
    private static final Pattern SHARD = Pattern.compile("(.*)-(\\d{5})-of-(\\d{5})(\\.[a-z]+)");
    private static final int MOST_SHARDS = 10_000;
    /** A file that is there, of a size that nobody showed. */
    private static final Long UNKNOWN = Long.MAX_VALUE;

    @Override
    public void examine(Context context, Findings out) {
        Map<String, Map<String, Folder>> models = new TreeMap<>();
        context.remarks(Remark.Kind.WEIGHT_FILE).forEach(r -> add(models, r, false));
        context.remarks(Remark.Kind.WEIGHT_HASH).forEach(r -> add(models, r, true));
        models.forEach((model, byHost) -> {
            boolean known = byHost.values().stream().anyMatch(f -> !f.absent);
            byHost.forEach((host, folder) -> {
                if (known) {
                    missing(out, host, model, folder);
                }
            });
            if (byHost.size() > 1) {
                differing(out, model, byHost);
            }
        });
    }

    /** One host's files of a model. */
    private static final class Folder {
        final Map<String, Long> bytes = new TreeMap<>();
        final Map<String, String> hashes = new TreeMap<>();
        final List<Evidence> evidence = new ArrayList<>();
        boolean absent;
    }

    private static void add(Map<String, Map<String, Folder>> models, LocatedRemark remark, boolean hash) {
        int blank = remark.value().indexOf(' ');
        if (blank <= 0) {
            return;
        }
        String first = remark.value().substring(0, blank);
        String path = remark.value().substring(blank + 1);
        boolean isFolder = path.endsWith("/");
        String whole = isFolder ? path.substring(0, path.length() - 1) : path;
        int slash = whole.lastIndexOf('/');
        String file = isFolder ? "" : whole.substring(slash + 1);
        String parent = isFolder ? whole : slash < 0 ? "" : whole.substring(0, slash);
        String model = parent.substring(parent.lastIndexOf('/') + 1);
        Folder folder = models.computeIfAbsent(model, m -> new LinkedHashMap<>())
                .computeIfAbsent(remark.host(), h -> new Folder());
        folder.evidence.add(remark.remark().evidence());
        if (hash) {
            folder.hashes.put(file, first);
        } else if (first.equals("-1")) {
            folder.absent |= isFolder;
            folder.bytes.put(file, -1L);
        } else if (first.equals("?")) {
            folder.bytes.put(file, UNKNOWN);
        } else if (first.matches("[0-9]{1,18}") && !isFolder) {
            folder.bytes.put(file, Long.parseLong(first));
        }
    }

    private static void missing(Findings out, String host, String model, Folder folder) {
        List<String> lacks = new ArrayList<>();
        if (folder.absent) {
            lacks.add("the folder itself");
        }
        folder.bytes.forEach((file, bytes) -> {
            if (bytes <= 0 && !file.isEmpty() && isNeeded(file)) {
                lacks.add(file + (bytes < 0 ? " (not there)" : " (empty)"));
            }
        });
        shards(folder.bytes, lacks);
        boolean whole =
                folder.bytes.keySet().stream().anyMatch(f -> SHARD.matcher(f).matches());
        if (whole && !folder.bytes.containsKey("config.json")) {
            lacks.add("config.json");
        }
        if (lacks.isEmpty()) {
            return;
        }
        out.report(Code.WEIGHTS_MISSING)
                .at(host, model.isEmpty() ? "the model's folder" : model)
                .seen("missing: " + Phrase.list(lacks))
                .wanted("config.json and every shard that the names count, none of them empty")
                .consequence("the rank of this host cannot load the model; the others wait for it until they time out")
                .fix(
                        "copy what is missing from a host that has all of it, and check it: `rsync -a --info=progress2 HOST:MODEL_FOLDER/"
                                + " MODEL_FOLDER/`, then `ls -lL MODEL_FOLDER` here and there")
                .evidence(folder.evidence)
                .add();
    }

    private static boolean isNeeded(String file) {
        return file.equals("config.json")
                || file.endsWith(".safetensors")
                || file.endsWith(".bin")
                || file.endsWith(".gguf");
    }

    /** Shards whose numbers are not there, by what the others' names say of their count. */
    private static void shards(Map<String, Long> bytes, List<String> lacks) {
        Map<String, Set<Integer>> seen = new TreeMap<>();
        for (String file : bytes.keySet()) {
            Matcher shard = SHARD.matcher(file);
            if (shard.matches()) {
                seen.computeIfAbsent(
                                shard.group(1) + "-%05d-of-" + shard.group(3) + shard.group(4), k -> new TreeSet<>())
                        .add(Integer.parseInt(shard.group(2)));
            }
        }
        seen.forEach((form, numbers) -> {
            int at = form.lastIndexOf("-of-") + "-of-".length();
            int all = Math.min(MOST_SHARDS, Integer.parseInt(form.substring(at, at + 5)));
            List<String> gone = new ArrayList<>();
            for (int i = 1; i <= all; i++) {
                if (!numbers.contains(i)) {
                    gone.add(form.replace("%05d", String.format(java.util.Locale.ROOT, "%05d", i)));
                }
            }
            lacks.addAll(gone.subList(0, Math.min(3, gone.size())));
            if (gone.size() > 3) {
                lacks.add(gone.size() - 3 + " more shards");
            }
        });
    }

    private static void differing(Findings out, String model, Map<String, Folder> byHost) {
        Set<String> files = new TreeSet<>();
        byHost.values().forEach(f -> {
            files.addAll(f.bytes.keySet());
            files.addAll(f.hashes.keySet());
        });
        List<String> differences = new ArrayList<>();
        for (String file : files) {
            differs(file, byHost).ifPresent(differences::add);
        }
        if (differences.isEmpty()) {
            return;
        }
        out.report(Code.WEIGHTS_DIFFER)
                .at("", model.isEmpty() ? "the model's files" : model)
                .seen(Phrase.few(differences, 4))
                .wanted("the same files on every host")
                .consequence(
                        "the ranks load different weights: answers are wrong without any message, or the load fails on one")
                .fix(
                        "`sha256sum` of these files on every host tells which are right; copy them over from a host that has them")
                .evidence(byHost.values().stream()
                        .flatMap(f -> f.evidence.stream().limit(3))
                        .toList())
                .add();
    }

    private static java.util.Optional<String> differs(String file, Map<String, Folder> byHost) {
        Map<String, List<String>> byValue = new TreeMap<>();
        Map<String, List<String>> byHash = new TreeMap<>();
        byHost.forEach((host, folder) -> {
            Long bytes = folder.bytes.get(file);
            // Empty and missing files are WEIGHTS_MISSING.
            if (bytes != null && bytes > 0 && !bytes.equals(UNKNOWN)) {
                byValue.computeIfAbsent(bytes + " bytes", v -> new ArrayList<>())
                        .add(host);
            }
            String hash = folder.hashes.get(file);
            if (hash != null) {
                byHash.computeIfAbsent(
                                "SHA-256 " + hash.substring(0, Math.min(12, hash.length())) + "…",
                                v -> new ArrayList<>())
                        .add(host);
            }
        });
        Map<String, List<String>> telling = byHash.size() > 1 ? byHash : byValue;
        if (telling.size() < 2) {
            return java.util.Optional.empty();
        }
        List<String> parts = new ArrayList<>();
        telling.forEach((value, hosts) -> parts.add(value + " on " + Phrase.hosts(hosts)));
        return java.util.Optional.of((file.isEmpty() ? "a file" : file) + ": " + Phrase.list(parts));
    }
}
