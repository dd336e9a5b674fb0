package dev.kolo.doctor.nccl;

import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.doctor.check.Settings.Located;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.fabric.finding.Code;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Variables that come from a file in the image (/etc/nccl.conf, ~/.nccl.conf) and that no environment sets: nobody sees
 * them, and a stale one froze a cluster.
 */
final class ConfFileCheck implements LogCheck {
    @Override
    public void examine(LogView view, Findings out) {
        Set<String> keys = new LinkedHashSet<>();
        Set<String> hosts = new LinkedHashSet<>();
        List<Evidence> evidence = new ArrayList<>();
        for (String name : view.context().settings().names()) {
            if (name.startsWith("NCCL_")) {
                for (Located located : unseen(view.context(), name)) {
                    keys.add(name + "=" + located.value());
                    hosts.add(located.host());
                    evidence.add(located.setting().evidence());
                }
            }
        }
        if (keys.isEmpty()) {
            return;
        }
        out.report(Code.NCCL_CONF_IN_IMAGE)
                .at(hosts.size() == 1 ? hosts.iterator().next() : "", "nccl.conf")
                .seen(Phrase.list(keys) + " in a configuration file, and in no environment")
                .wanted("every variable of NCCL set in one place, the environment of the rank")
                .consequence(
                        "NCCL reads /etc/nccl.conf and ~/.nccl.conf too; what the environment does not set counts, and stays when"
                                + " the environment is cleaned up. Stale keys there can stop a collective without an error")
                .fix(
                        "inside the container empty /etc/nccl.conf and ~/.nccl.conf, or set each of these keys in the environment,"
                                + " which wins")
                .evidence(evidence)
                .add();
    }

    /** The file's statements about a name, where nothing that weighs more says anything of it. */
    private static List<Located> unseen(Context context, String name) {
        List<Located> all = context.settings().all(name);
        return all.stream()
                .filter(l -> l.setting().source() == Setting.Source.FILE)
                .filter(l -> all.stream()
                        .noneMatch(o -> isStronger(o.setting().source())
                                && (o.host().equals(l.host()) || o.host().isEmpty())))
                .toList();
    }

    private static boolean isStronger(Setting.Source source) {
        return source == Setting.Source.PROCESS || source == Setting.Source.PLANNED;
    }
}
