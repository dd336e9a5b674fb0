package dev.kolo.doctor.host;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Context.LocatedRemark;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.finding.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Growth of the counters that a sound cable never moves. Absolute values prove nothing: they count since the driver was
 * loaded; only growth over a run does.
 */
public final class LossCheck implements Check {
    private static final List<String> LOSS = List.of(
            "packet_seq_err",
            "out_of_sequence",
            "out_of_seq_request",
            "rcvd_seq_err",
            "roce_adp_retrans",
            "local_ack_timeout_err",
            "rnr_nak_retry_err",
            "req_transport_retries_exceeded",
            "retry_exceeded_err",
            "rx_out_of_buffer");

    @Override
    public void examine(Context context, Findings out) {
        List<String> grown = new ArrayList<>();
        List<LocatedRemark> lines = new ArrayList<>();
        for (LocatedRemark remark : context.remarks(Remark.Kind.COUNTER_GROWTH)) {
            String[] words = remark.value().split(" ", -1);
            Optional<Integer> growth =
                    words.length < 3 ? Optional.empty() : Context.number(words[2].replaceAll("^[+=]", ""));
            if (growth.filter(g -> g > 0).isPresent() && LOSS.contains(words[1])) {
                grown.add(words[0] + " " + words[1] + " +" + growth.get());
                lines.add(remark);
            }
        }
        if (grown.isEmpty()) {
            return;
        }
        out.report(Code.FABRIC_LOSS)
                .at("", "counters of the RoCE path")
                .seen(Phrase.list(grown))
                .wanted("no growth at all: on a direct cable any lost packet is abnormal")
                .consequence(
                        "packets get lost on the RoCE path; each loss costs a retransmission or a timeout, and a rank whose"
                                + " retries run out ends the job. It is no fault of the engine")
                .fix(
                        "in this order: the same speed on every link, MTU 9000 at all ends (and on a switch), exchange the cable"
                                + " of the path whose counters grow; then run again and expect no growth")
                .evidence(lines.stream().map(l -> l.remark().evidence()).toList())
                .add();
    }
}
