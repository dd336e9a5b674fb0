package dev.kolo.doctor.nccl;

import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.doctor.check.Settings.Located;
import dev.kolo.fabric.finding.Code;
import java.util.ArrayList;
import java.util.List;

/** Settings made for a ring without a switch, on a fabric that has one. */
final class SwitchlessCheck implements LogCheck {
    private static final List<String> RING_ONLY = List.of("NCCL_SWITCHLESS_RING_ONLY", "NCCL_SKIP_TREE_CONNECT");

    @Override
    public void examine(LogView view, Findings out) {
        if (!view.context().isSwitched()) {
            return;
        }
        List<Located> found = new ArrayList<>();
        for (String name : RING_ONLY) {
            view.context().settings().effective(name).stream()
                    .filter(s -> s.value().equals("1"))
                    .forEach(found::add);
        }
        if (found.isEmpty()) {
            return;
        }
        List<String> hosts = found.stream().map(Located::host).distinct().toList();
        List<String> names =
                found.stream().map(s -> s.setting().name()).distinct().toList();
        out.report(Code.SWITCHLESS_ON_SWITCHED_FABRIC)
                .at(hosts.size() == 1 ? hosts.getFirst() : "", Phrase.list(names))
                .seen(Phrase.list(names.stream().map(n -> n + "=1").toList()) + ", while a switch joins the hosts")
                .wanted("none of them where every host reaches every other")
                .consequence(
                        "NCCL is kept from its trees, which are the faster way for small messages where every pair can talk")
                .fix("take " + Phrase.list(names)
                        + " out of the environment of every rank (and NCCL_ALGO=Ring with them)")
                .evidence(found.stream().map(s -> s.setting().evidence()).toList())
                .add();
    }
}
