package dev.kolo.wire.tcp;

import dev.kolo.wire.record.Digests;
import dev.kolo.wire.record.RecordException;
import dev.kolo.wire.record.RecordReader;
import dev.kolo.wire.record.RecordWriter;
import dev.kolo.wire.record.SessionId;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The first bytes on a connection, one greeting each way: which lane of which session it is, and the proof that the sender
 * knows the token. Both ends' lane numbers are random and were exchanged over the star, so an old greeting fits no new lane.
 *
 * @param session the session
 * @param from the sender's rank
 * @param to the receiver's rank
 * @param index the lane between them
 * @param fromLane the random number of the sender's end
 * @param toLane the random number of the receiver's end
 */
record Greeting(SessionId session, int from, int to, int index, int fromLane, int toLane) {
    /** "KOLT" in ASCII. */
    private static final int MAGIC = 0x544c_4f4b;

    private static final int VERSION = 1;
    private static final int PROOF_BYTES = 32;
    private static final int FIELDS_BYTES = 4 + 4 + SessionId.BYTES + 5 * 4;

    /** Length of a greeting. */
    static final int BYTES = FIELDS_BYTES + PROOF_BYTES;

    byte[] toBytes(String token) {
        byte[] fields = fields();
        return new RecordWriter()
                .raw(fields)
                .raw(Digests.hmac(token.getBytes(StandardCharsets.UTF_8), fields))
                .toBytes();
    }

    private byte[] fields() {
        return new RecordWriter()
                .u32(MAGIC)
                .u32(VERSION)
                .raw(session.toBytes())
                .u32(from)
                .u32(to)
                .u32(index)
                .u32(fromLane)
                .u32(toLane)
                .toBytes();
    }

    static Greeting parse(byte[] bytes, String token) throws RecordException {
        RecordReader reader = new RecordReader("greeting", bytes);
        int magic = reader.u32();
        if (magic != MAGIC) {
            throw new RecordException(
                    RecordException.Cause.BAD_MAGIC, String.format("the greeting begins with 0x%08x", magic));
        }
        int version = reader.u32();
        if (version != VERSION) {
            throw new RecordException(
                    RecordException.Cause.VERSION, "the greeting has version " + version + ", known is " + VERSION);
        }
        SessionId session = SessionId.ofBytes(reader.raw(SessionId.BYTES));
        Greeting greeting = new Greeting(session, reader.u32(), reader.u32(), reader.u32(), reader.u32(), reader.u32());
        byte[] proof = reader.raw(PROOF_BYTES);
        reader.end();
        byte[] fields = Arrays.copyOf(bytes, FIELDS_BYTES);
        if (!Digests.same(proof, Digests.hmac(token.getBytes(StandardCharsets.UTF_8), fields))) {
            throw new RecordException(
                    RecordException.Cause.OTHER_SESSION, "the greeting's proof does not fit the token");
        }
        return greeting;
    }

    /** What the other end of the same lane says. */
    Greeting answer() {
        return new Greeting(session, to, from, index, toLane, fromLane);
    }
}
