package dev.kolo.doctor.host;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Findings;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.names.ShellWord;

/** Hosts that were asked and gave nothing. The others are judged all the same. */
public final class UnreachableCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        for (Inventory.Unreachable host : context.inventory().unreachable()) {
            out.report(Code.HOST_UNREACHABLE)
                    .at(host.host(), host.host().isEmpty() ? "a host" : host.host())
                    .seen(host.reason().isEmpty() ? "no answer" : host.reason())
                    .wanted("an answer over ssh")
                    .consequence("nothing is known of this host, so its ports and cables are not judged")
                    .fix("try `ssh " + ShellWord.quote(host.host())
                            + " true`; if ssh cannot work, run"
                            + " the output of `kolo scan --print-script` there and pass the result with --from")
                    .add();
        }
    }
}
