package dev.kolo.fabric.counters;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the growth of a counter means. The names are those of mlx5 ({@code hw_counters}, {@code ethtool -S}; NVIDIA's
 * "Understanding mlx5 Ethtool Counters" and the kernel's driver), of soft RoCE ({@code rxe_hw_counters.c}) and of the
 * InfiniBand port counters.
 */
public enum CounterMeaning {
    /** A receiver saw a gap, or a sender was told of one: a packet was lost or came out of order. */
    LOSS("lost or out of order"),
    /** A sender repeated itself: a packet or its answer did not come in time. */
    RETRY("repeated"),
    /** The signal itself is bad: the cable, the plug or the port. */
    SIGNAL("bad signal"),
    /** The link went down, or had to find itself again. */
    LINK("link lost"),
    /** A NIC had no place for a packet that had arrived whole. */
    DISCARD("no buffer"),
    /** The receiver had no request posted in time: a matter of the program, not of the cable. */
    NOT_READY("receiver not ready"),
    /** Senders were told to wait or to slow down. */
    CONGESTION("pause or congestion"),
    /** A request ended in an error at one of its ends. */
    COMPLETION("failed request");

    private static final Map<String, CounterMeaning> BY_NAME = names();

    /** Counters that stop at their highest value instead of beginning again (IBTA specification, PortCounters). */
    private static final Map<String, Long> HIGHEST = Map.ofEntries(
            Map.entry("symbol_error", 0xffffL),
            Map.entry("link_error_recovery", 0xffL),
            Map.entry("link_downed", 0xffL),
            Map.entry("port_rcv_errors", 0xffffL),
            Map.entry("port_rcv_remote_physical_errors", 0xffffL),
            Map.entry("port_rcv_switch_relay_errors", 0xffffL),
            Map.entry("port_xmit_discards", 0xffffL),
            Map.entry("port_xmit_constraint_errors", 0xffL),
            Map.entry("port_rcv_constraint_errors", 0xffL),
            Map.entry("local_link_integrity_errors", 0xfL),
            Map.entry("excessive_buffer_overrun_errors", 0xfL),
            Map.entry("VL15_dropped", 0xffffL));

    private final String words;

    CounterMeaning(String words) {
        this.words = words;
    }

    /** In a few words, for tables. */
    public String words() {
        return words;
    }

    /** What the growth of a counter of this name means; empty for names that only measure traffic or are not known. */
    public static Optional<CounterMeaning> of(String name) {
        CounterMeaning exact = BY_NAME.get(name);
        if (exact != null) {
            return Optional.of(exact);
        }
        boolean priority = name.startsWith("rx_prio") || name.startsWith("tx_prio");
        if (priority && name.endsWith("_discards")) {
            return Optional.of(DISCARD);
        }
        return priority && name.contains("pause") ? Optional.of(CONGESTION) : Optional.empty();
    }

    /** True for what a sound, direct cable never moves. */
    public boolean isTrouble() {
        return this == LOSS || this == RETRY || this == SIGNAL;
    }

    /** True for counters of the whole physical port, which each function of the port shows again. */
    public static boolean isOfPhysicalPort(String name) {
        return name.endsWith("_phy") || name.startsWith("rx_prio") || name.startsWith("tx_prio");
    }

    /** True when a counter of this name stands where it can grow no more, at 32 bits or less, or at 64. */
    static boolean isAtEnd(String name, long value) {
        return value == 0xffff_ffffL || value == -1L || value == HIGHEST.getOrDefault(name, -1L);
    }

    private static Map<String, CounterMeaning> names() {
        Map<String, CounterMeaning> names = new LinkedHashMap<>();
        put(names, LOSS, "out_of_sequence packet_seq_err implied_nak_seq_err out_of_seq_request rcvd_seq_err");
        put(
                names,
                RETRY,
                "local_ack_timeout_err roce_adp_retrans roce_adp_retrans_to roce_slow_restart roce_slow_restart_trans"
                        + " duplicate_request req_transport_retries_exceeded completer_retry_err retry_exceeded_err");
        put(
                names,
                SIGNAL,
                "symbol_error port_rcv_errors port_rcv_remote_physical_errors"
                        + " local_link_integrity_errors rx_icrc_encapsulated rx_crc_errors_phy rx_symbol_err_phy"
                        + " rx_pcs_symbol_err_phy rx_in_range_len_errors_phy");
        put(names, LINK, "link_downed link_error_recovery link_down_events_phy");
        put(
                names,
                DISCARD,
                "rx_out_of_buffer out_of_buffer rx_discards_phy tx_discards_phy port_xmit_discards"
                        + " excessive_buffer_overrun_errors rx_steer_missed_packets");
        put(
                names,
                NOT_READY,
                "rnr_nak_retry_err req_rnr_retries_exceeded send_rnr_err rcvd_rnr_err retry_rnr_exceeded_err");
        put(
                names,
                CONGESTION,
                "np_cnp_sent rp_cnp_handled rp_cnp_ignored np_ecn_marked_roce_packets port_xmit_wait rx_pause tx_pause"
                        + " rx_pause_ctrl_phy tx_pause_ctrl_phy rx_global_pause tx_global_pause roce_slow_restart_cnps");
        put(
                names,
                COMPLETION,
                "req_cqe_error resp_cqe_error req_remote_access_errors req_remote_invalid_request"
                        + " resp_local_length_error resp_remote_access_errors send_err");
        return Collections.unmodifiableMap(names);
    }

    private static void put(Map<String, CounterMeaning> names, CounterMeaning meaning, String words) {
        for (String name : words.split(" ", -1)) {
            names.put(name, meaning);
        }
    }
}
