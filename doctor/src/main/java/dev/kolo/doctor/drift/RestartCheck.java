package dev.kolo.doctor.drift;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.counters.Moment;
import dev.kolo.fabric.counters.SetGrowth;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.fabric.finding.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Hosts that were started anew, drivers that were loaded again, and other kernels or firmware. */
public final class RestartCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        for (Pair pair : Pair.of(context)) {
            if (pair.interval().restarted()) {
                restarted(pair, out);
            } else if (pair.growth().filter(g -> g.wasDriverReloaded()).isPresent()) {
                reloaded(pair, out);
            }
            firmware(pair, out);
        }
    }

    private static void restarted(Pair pair, Findings out) {
        Optional<String> was = pair.before().system().kernelRelease();
        Optional<String> is = pair.after().system().kernelRelease();
        boolean otherKernel = was.isPresent() && is.isPresent() && !was.equals(is);
        List<Evidence> lines = new ArrayList<>();
        for (var facts : List.of(pair.after(), pair.before())) {
            facts.settings().stream()
                    .filter(s ->
                            s.name().equals(Moment.BOOT_SETTING) || s.name().equals(Moment.UPTIME_SETTING))
                    .map(Setting::evidence)
                    .forEach(lines::add);
        }
        out.report(Code.HOST_RESTARTED)
                .at(pair.host(), "the host itself")
                .seen("it was started anew between the two observations"
                        + (otherKernel ? "; kernel " + was.get() + " before, " + is.get() + " now" : ""))
                .wanted("nothing; it tells where other changes come from")
                .consequence(
                        "whatever was set by hand and not written down for the next start is gone: MTU, addresses, relays,"
                                + " hairpin queues; counters began at 0")
                .fix("let the host set them at each start (`kolo plan` writes the files), then compare again")
                .evidence(lines)
                .add();
    }

    private static void reloaded(Pair pair, Findings out) {
        List<SetGrowth> reset = pair.growth().orElseThrow().sets().stream()
                .filter(SetGrowth::reset)
                .toList();
        List<String> names = reset.stream().map(SetGrowth::subject).distinct().toList();
        out.report(Code.DRIVER_RELOADED)
                .at(pair.host(), Phrase.list(names))
                .seen("the counters of " + Phrase.list(names)
                        + " were set back to 0, and the host was not started anew")
                .wanted("nothing; it tells where other changes come from")
                .consequence(
                        "when a driver is loaded again, or a function is reloaded by devlink, every queue pair, route, rule and"
                                + " address of the function is dropped")
                .fix("look below for what did not come back; engines that ran then had to be started again")
                .evidence(reset.stream().map(SetGrowth::evidence).toList())
                .add();
    }

    private static void firmware(Pair pair, Findings out) {
        Changes changes = new Changes(pair.host());
        pair.devices((was, is) -> {
            if (was.firmware().isPresent()
                    && is.firmware().isPresent()
                    && !was.firmware().equals(is.firmware())) {
                changes.changed(
                        is.name(),
                        "firmware",
                        was.firmware().get(),
                        is.firmware().get(),
                        was.evidence(),
                        is.evidence());
            }
            if (was.driver().isPresent()
                    && is.driver().isPresent()
                    && !was.driver().equals(is.driver())) {
                changes.changed(
                        is.name(), "driver", was.driver().get(), is.driver().get(), was.evidence(), is.evidence());
            }
        });
        if (!changes.isEmpty()) {
            changes.draft(out, Code.FIRMWARE_CHANGED)
                    .consequence(
                            "hosts of one fabric should run the same firmware and driver; a new one may have other defaults")
                    .fix("bring the other hosts to the same version, or this one back")
                    .add();
        }
    }
}
