package dev.kolo.probe.read.format.stated;

import dev.kolo.fabric.facts.RdmaDeviceBuilder;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.DeviceWords;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Names;
import dev.kolo.probe.read.text.Words;
import java.util.List;
import java.util.Set;

/**
 * Counters as people tabulate them: bytes by port before and after a change ("rocep1s0f0 0000 65.45 32.20" under a row of
 * names), and growth over a test ("rank1 packet_seq_err +4830").
 */
public final class CounterTableReader implements FormatReader {
    /** Counters of mlx5 and of RoCE in general whose growth means loss, retries or pauses. */
    private static final Set<String> COUNTERS = Set.of(
            "out_of_sequence",
            "packet_seq_err",
            "rx_out_of_buffer",
            "out_of_buffer",
            "roce_adp_retrans",
            "roce_adp_retrans_to",
            "req_transport_retries_exceeded",
            "local_ack_timeout_err",
            "implied_nak_seq_err",
            "rnr_nak_retry_err",
            "duplicate_request",
            "np_cnp_sent",
            "rp_cnp_handled",
            "np_ecn_marked_roce_packets",
            "rx_discards_phy",
            "tx_discards_phy",
            "rx_prio0_discards",
            "symbol_error",
            "link_downed",
            "port_rcv_errors",
            "port_xmit_discards",
            "port_xmit_wait",
            "rx_pause",
            "tx_pause",
            "req_cqe_error",
            "resp_cqe_error",
            "req_remote_access_errors",
            "roce_slow_restart",
            "roce_slow_restart_cnps",
            "rx_icrc_encapsulated",
            "lifespan");

    private List<String> columns = List.of();

    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.body();
        if (text.length() > 300 || text.isEmpty() || text.charAt(0) == '#') {
            return Claim.NO;
        }
        List<String> words = line.words();
        if (words.size() >= 3
                && words.size() <= 8
                && words.contains("before")
                && words.contains("after")
                && isPortWord(words.get(0))) {
            columns = List.copyOf(words);
            scope.understood("counter table");
            return Claim.KNOWN;
        }
        return words.size() == 2 || words.size() == 3 ? growth(words, line, scope) : Claim.NO;
    }

    @Override
    public Claim proceed(Line line, Scope scope) {
        List<String> words = line.words();
        if (!columns.isEmpty() && words.size() == columns.size() && Names.isHostLike(words.get(0))) {
            return row(words, line, scope);
        }
        return begin(line, scope);
    }

    private static boolean isPortWord(String word) {
        return switch (word.toLowerCase(java.util.Locale.ROOT)) {
            case "port", "device", "dev", "hca", "netdev", "interface", "nic" -> true;
            default -> false;
        };
    }

    private Claim row(List<String> words, Line line, Scope scope) {
        String before = words.get(columns.indexOf("before"));
        String after = words.get(columns.indexOf("after"));
        if (!isDecimal(before) || !isDecimal(after)) {
            return Claim.NO;
        }
        scope.remark(Remark.Kind.TRAFFIC, words.get(0) + " " + before + " " + after, line.evidence());
        int root = columns.indexOf("root");
        if (root > 0 && DeviceWords.isRdmaDevice(words.get(0))) {
            RdmaDeviceBuilder device = scope.facts().rdmaDevice(words.get(0), line.evidence());
            device.parameter("root", words.get(root));
        }
        return Claim.READ;
    }

    /** "[subject] counter +n": growth; "=n" and ":n" are what a fresh counter stood at. */
    private static Claim growth(List<String> words, Line line, Scope scope) {
        int at = words.size() - 2;
        String counter = words.get(at).replace(":", "");
        String value = words.get(at + 1);
        boolean grown = value.startsWith("+") || value.startsWith("=");
        if (!grown
                || !COUNTERS.contains(counter)
                || Words.longNumber(value.substring(1)).isEmpty()) {
            return Claim.NO;
        }
        String subject = at == 0 ? "?" : words.get(0).replace(":", "");
        scope.remark(Remark.Kind.COUNTER_GROWTH, subject + " " + counter + " " + value.substring(1), line.evidence());
        scope.understood("counter growth");
        return Claim.READ;
    }

    private static boolean isDecimal(String word) {
        boolean digit = false;
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            digit |= c >= '0' && c <= '9';
            if ((c < '0' || c > '9') && c != '.') {
                return false;
            }
        }
        return digit && word.length() <= 20;
    }

    @Override
    public void endBlock(Scope scope, boolean whole) {
        columns = List.of();
    }
}
