package dev.kolo.doctor.control;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Context.LocatedRemark;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.doctor.check.Settings.Located;
import dev.kolo.fabric.address.IpAddress;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.finding.Code;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A job's head that is named by a loopback address, while other hosts take part: they would look for it on themselves. */
public final class HeadCheck implements Check {
    private static final List<String> HEAD_SETTINGS = List.of(
            "MASTER_ADDR",
            "HEAD_IP",
            "DIST_INIT_ADDR",
            "SGLANG_HOST_IP",
            "VLLM_HOST_IP",
            "RAY_ADDRESS",
            "NCCL_COMM_ID");

    @Override
    public void examine(Context context, Findings out) {
        List<LocatedRemark> listed = new ArrayList<>(context.remarks(Remark.Kind.CLUSTER_HOST));
        listed.addAll(context.remarks(Remark.Kind.JOB_HEAD));
        listed.addAll(context.remarks(Remark.Kind.JOB_WORKER));
        Set<String> loops = new LinkedHashSet<>();
        Set<String> others = new LinkedHashSet<>();
        List<Evidence> evidence = new ArrayList<>();
        for (LocatedRemark remark : listed) {
            if (isLoopback(remark.value())) {
                loops.add(remark.value());
                evidence.add(remark.remark().evidence());
            } else {
                others.add(remark.value());
            }
        }
        boolean many = !others.isEmpty() || context.fabricHosts().size() > 1;
        if (!loops.isEmpty() && many) {
            report(out, "", "the head's address", Phrase.list(loops), others, evidence);
            return;
        }
        for (String name : HEAD_SETTINGS) {
            for (Located setting : context.settings().effective(name)) {
                if (many && isLoopback(hostPart(setting.value()))) {
                    report(
                            out,
                            setting.host(),
                            name,
                            name + "=" + setting.value(),
                            others,
                            List.of(setting.setting().evidence()));
                }
            }
        }
    }

    private static void report(
            Findings out, String host, String subject, String seen, Set<String> others, List<Evidence> evidence) {
        out.report(Code.HEAD_IS_LOOPBACK)
                .at(host, subject)
                .seen(seen + (others.isEmpty() ? "" : ", while the other hosts are " + Phrase.list(others)))
                .wanted("the head's address on the management LAN, which every worker can reach")
                .consequence(
                        "a worker that connects to a loopback address reaches itself: rendezvous and NCCL's bootstrap never"
                                + " come together")
                .fix(
                        "name the head by its LAN address (`ip -br addr` on the head shows it) in the cluster file and in every"
                                + " rank's environment")
                .evidence(evidence)
                .add();
    }

    private static boolean isLoopback(String value) {
        String text = value.toLowerCase(Locale.ROOT);
        return text.equals("localhost")
                || IpAddress.parse(text).filter(IpAddress::isLoopback).isPresent();
    }

    /** "127.0.0.1:20000" → "127.0.0.1". */
    private static String hostPart(String value) {
        int colon = value.lastIndexOf(':');
        boolean port = colon > 0 && value.indexOf(':') == colon;
        return port ? value.substring(0, colon) : value;
    }
}
