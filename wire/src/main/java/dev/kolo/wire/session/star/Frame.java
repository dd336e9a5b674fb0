package dev.kolo.wire.session.star;

import dev.kolo.wire.record.RecordReader;
import dev.kolo.wire.record.SessionId;
import java.util.Arrays;
import java.util.Optional;

/**
 * One message on the star: on the wire a 32-bit length, its kind, the session's id and the body.
 *
 * @param kind what it says
 * @param session the session that it belongs to, {@link SessionId#NONE} while ranks are still meeting
 * @param body its fields
 */
@SuppressWarnings("ArrayRecordComponent") // a frame is read once and compared with nothing
record Frame(Kind kind, SessionId session, byte[] body) {
    /** Longest frame, without its length. */
    static final int MAX_BYTES = 64 * 1024;

    /** Kind and session. */
    static final int HEAD_BYTES = 1 + SessionId.BYTES;

    /** Longest blob that ranks can gather. */
    static final int MAX_BLOB_BYTES = MAX_BYTES - HEAD_BYTES - 1024;

    /** Every kind of message, with its number on the wire. */
    enum Kind {
        /** Rank 0 → newcomer: magic, version, world, rank 0's nonce. */
        CHALLENGE(1),
        /** Newcomer → rank 0: magic, version, world, rank, nonce, host, and a proof over both nonces. */
        HELLO(2),
        /** Rank 0 → all: every rank's nonce and host, and rank 0's proof over the session's id. */
        WELCOME(3),
        /** Rank → rank 0: the proof over the session's id. */
        PROOF(4),
        /** Rank 0 → all: everyone has proven itself. */
        FORMED(5),
        /** Either way: it is over, with the reason. */
        REFUSE(6),
        /** Rank → rank 0: this rank's part of a gathering. */
        GIVE(7),
        /** Rank 0 → all: one rank's part of a gathering. */
        PART(8),
        /** Either way: nothing but a sign of life. */
        ALIVE(9),
        /** Rank → all: it leaves in peace. */
        GOODBYE(10),
        /** Rank → all: its session is poisoned, with the record of the failure. */
        ABORT(11),
        /** Rank 0 → all: what became of a rank. Rank → rank 0: what is becoming of itself. */
        FATE(12);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        /** The number on the wire. */
        int code() {
            return code;
        }

        /** The kind with a number; empty for one that this version does not know. */
        static Optional<Kind> ofCode(int code) {
            return Arrays.stream(values()).filter(k -> k.code == code).findFirst();
        }
    }

    RecordReader reader(String what) {
        return new RecordReader(what, body);
    }
}
