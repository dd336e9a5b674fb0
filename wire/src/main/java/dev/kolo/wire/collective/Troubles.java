package dev.kolo.wire.collective;

import dev.kolo.wire.nic.CompletionStatus;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicEvent;
import dev.kolo.wire.protocol.Failure.Kind;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the NIC has said about peers that may be out of reach. It counts when the engine needs that peer and not before: a peer
 * that has done its part may well be gone. Payload that could not be delivered counts at once.
 */
final class Troubles {
    private final int lanes;
    private final @Nullable Kind[] kinds;
    private final String[] words;
    private String notes = "";
    private int urgent = -1;

    Troubles(int world, int lanes) {
        this.lanes = lanes;
        kinds = new Kind[world];
        words = new String[world];
        Arrays.fill(words, "");
    }

    boolean with(int peer) {
        return kinds[peer] != null;
    }

    Kind kind(int peer) {
        Kind kind = kinds[peer];
        return kind == null ? Kind.LANE_FAILED : kind;
    }

    String words(int peer) {
        return words[peer];
    }

    /** Things that are not failures by themselves, e.g. a port that is down, for the message of a late peer. */
    String notes() {
        return notes;
    }

    void note(String sentence) {
        if (!sentence.isEmpty() && notes.length() <= 500) {
            notes += sentence + " ";
        }
    }

    /** A peer that was owed payload which could not be delivered; −1 when none. */
    int urgent() {
        return urgent;
    }

    void failed(int lane, CompletionStatus status, int detail, boolean data, Nic nic) {
        int peer = lane / lanes;
        // What was flushed only tells that something failed before it; the first error is the cause.
        if (kinds[peer] == null || (words[peer].isEmpty() && status != CompletionStatus.FLUSHED)) {
            set(
                    peer,
                    Kind.LANE_FAILED,
                    nic.describeLane(lane) + ": " + status.words() + (detail == 0 ? "." : " (status " + detail + ")."));
        }
        if (data && urgent < 0) {
            urgent = peer;
        }
    }

    void happened(NicEvent event, List<Integer> peers) {
        int peer = event.peer() >= 0 ? event.peer() : event.lane() >= 0 ? event.lane() / lanes : -1;
        switch (event.kind()) {
            case PORT_DOWN, PORT_UP -> note(event.detail());
            case LANE_FAILED, DEVICE_FATAL -> {
                for (int each : peers) {
                    if (peer < 0 || peer == each) {
                        set(each, Kind.LANE_FAILED, event.detail());
                    }
                }
            }
            case PEER_GONE -> {
                if (peer >= 0) {
                    kinds[peer] = Kind.PEER_GONE;
                    words[peer] = event.detail();
                }
            }
        }
    }

    private void set(int peer, Kind kind, String text) {
        if (kinds[peer] == null) {
            kinds[peer] = kind;
            words[peer] = text;
        }
    }
}
