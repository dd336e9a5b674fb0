package dev.kolo.probe.read.format.rdma;

import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Words;
import java.util.List;
import java.util.Locale;

/** {@code ib_write_bw} and its kin: which device was measured, and the best average bandwidth. */
public final class PerftestReader implements FormatReader {
    /** perftest's "MB" are 2^20 bytes. */
    private static final double GBPS_PER_MBYTE = 8 * 1.048576 / 1000;

    /** Small messages are bound by their number, not by the link, so that they tell nothing of its rate. */
    private static final long LEAST_BYTES = 65_536;

    private boolean open;
    private boolean inMegabytes;
    private int averageColumn = -1;
    private String device = "";
    private double best;
    private Evidence evidence = Evidence.NONE;

    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.body();
        boolean title = (text.endsWith(" BW Test") || text.endsWith(" Latency Test"))
                && (text.startsWith("RDMA_") || text.startsWith("Send "));
        if (!title) {
            return Claim.NO;
        }
        finish(scope);
        open = true;
        scope.understood("perftest (ib_write_bw …)");
        return Claim.READ;
    }

    @Override
    public Claim proceed(Line line, Scope scope) {
        Claim claim = begin(line, scope);
        if (claim.isMine() || !open) {
            return claim;
        }
        String text = line.body();
        if (text.startsWith("---")) {
            return Claim.KNOWN;
        }
        int named = text.indexOf("Device         :");
        if (named >= 0) {
            device = text.substring(named + 16).strip();
            return Claim.READ;
        }
        if (text.startsWith("#bytes")) {
            inMegabytes = text.contains("MB/sec");
            // "BW average[…]" and "BW peak[…]" are two words each in the heading and one in a row.
            averageColumn = text.contains("BW average") ? 3 : -1;
            return Claim.KNOWN;
        }
        List<String> words = line.words();
        if (averageColumn > 0
                && words.size() >= 4
                && Words.longNumber(words.get(0)).isPresent()) {
            return row(words, line);
        }
        return text.indexOf(':') > 0
                        || words.get(0).equals("local")
                        || words.get(0).equals("remote")
                ? Claim.KNOWN
                : Claim.NO;
    }

    private Claim row(List<String> words, Line line) {
        var average = RdmaWords.rate(words.get(averageColumn));
        if (average.isEmpty()) {
            return Claim.NO;
        }
        double gbps = inMegabytes ? average.getAsDouble() * GBPS_PER_MBYTE : average.getAsDouble();
        boolean large = Words.longNumber(words.get(0)).orElse(0) >= LEAST_BYTES;
        if (large && gbps > best) {
            best = gbps;
            evidence = line.evidence();
        }
        return Claim.READ;
    }

    private void finish(Scope scope) {
        if (open && best > 0) {
            String value = (device.isEmpty() ? "?" : device) + " " + String.format(Locale.ROOT, "%.2f", best);
            scope.remark(Remark.Kind.MEASURED_GBPS, value, evidence);
        }
        open = false;
        averageColumn = -1;
        device = "";
        best = 0;
    }

    @Override
    public void endBlock(Scope scope, boolean whole) {
        finish(scope);
    }
}
