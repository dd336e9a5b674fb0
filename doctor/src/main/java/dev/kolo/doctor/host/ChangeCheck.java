package dev.kolo.doctor.host;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Context.LocatedRemark;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Severity;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a change of the network does to those who use it: the management address that is gone for a moment after it, and an
 * engine that serves while findings ask for a change.
 */
public final class ChangeCheck implements Check {
    /** The published wait: an address that is back within it was never lost. */
    private static final int WAIT_MILLIS = 5000;

    @Override
    public void examine(Context context, Findings out) {
        window(context, out);
        serving(context, out);
    }

    private static void window(Context context, Findings out) {
        List<LocatedRemark> undone = context.remarks(Remark.Kind.ROLLED_BACK);
        Optional<LocatedRemark> gap =
                context.remarks(Remark.Kind.ADDRESS_GAP).stream().findFirst();
        if (gap.isEmpty() && undone.isEmpty()) {
            return;
        }
        String[] words = gap.map(g -> g.value().split(" ")).orElse(new String[0]);
        int millis = words.length == 3 ? Context.number(words[2]).orElse(-1) : -1;
        String seconds = String.format(Locale.ROOT, "%.2f s", millis / 1000.0);
        boolean back = millis >= 0;
        boolean hasty = !undone.isEmpty();
        String seen = back
                ? words[1] + " was gone from " + words[0] + " for " + seconds + " after the network was applied"
                : "the management address was not there at once after the network was applied";
        out.report(Code.APPLY_WINDOW)
                .severity(hasty || millis > WAIT_MILLIS ? Severity.WARNING : Severity.INFO)
                .likelyIf(!back)
                .at(
                        gap.or(() -> undone.stream().findFirst())
                                .map(LocatedRemark::host)
                                .orElse(""),
                        "the management address")
                .seen(seen
                        + (hasty
                                ? ", and the change was taken back: \""
                                        + undone.getFirst().value() + "\""
                                : ""))
                .wanted("a wait of 5 s or more for exactly the recorded address before anything is judged")
                .consequence(
                        hasty
                                ? "a sound change was taken back because it was looked at once and too early; hosts are half done"
                                : "`netplan apply` takes addresses away for about a second: an ssh session may drop, and nothing is"
                                        + " wrong")
                .fix(
                        "apply again and poll for the very address for 5 s or longer (another address does not count); run the"
                                + " change detached on the host with a watchdog that takes it back unless it is confirmed, and say which"
                                + " hosts were changed")
                .evidence(gap.map(g -> g.remark().evidence()).stream().toList())
                .evidence(undone.stream().map(u -> u.remark().evidence()).toList())
                .add();
    }

    /** Worth a word only where something is to be changed; serving by itself is what the fabric is for. */
    private static void serving(Context context, Findings out) {
        List<LocatedRemark> engines = context.remarks(Remark.Kind.SERVING);
        if (engines.isEmpty() || !out.hasTroubles()) {
            return;
        }
        List<String> hosts =
                engines.stream().map(LocatedRemark::host).distinct().toList();
        List<String> what =
                engines.stream().map(LocatedRemark::value).distinct().toList();
        out.report(Code.SERVING_RUNNING)
                .severity(Severity.INFO)
                .at(hosts.size() == 1 ? hosts.getFirst() : "", "the engine")
                .seen(Phrase.list(what) + " runs on " + Phrase.hosts(hosts))
                .wanted("no engine while plugs, addresses, MTU or relays are changed")
                .consequence("a change of these cuts what is being served: queue pairs break and requests fail")
                .fix("stop the engine on all hosts first, mend what is above, then start it again")
                .evidence(engines.stream().map(e -> e.remark().evidence()).toList())
                .add();
    }
}
