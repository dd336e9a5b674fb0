package dev.kolo.wire.session.star;

import dev.kolo.wire.record.Digests;
import dev.kolo.wire.record.Nonce;
import dev.kolo.wire.record.RecordException;
import dev.kolo.wire.record.RecordReader;
import dev.kolo.wire.record.RecordWriter;
import dev.kolo.wire.record.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Rank 0's side of the greeting: who is let in, which session the nonces make, and whose proof holds. */
final class Doorman {
    private final Credentials own;
    private final List<Nonce> nonces = new ArrayList<>();
    private final List<String> hosts = new ArrayList<>();
    private SessionId session = SessionId.NONE;

    Doorman(Credentials own) {
        this.own = own;
    }

    /** What the doorman says to a greeting. */
    sealed interface Answer {}

    /** It is a rank of ours. */
    record Admitted() implements Answer {}

    /**
     * It is none of ours, or cannot show that it is.
     *
     * @param reason for it and for the log
     */
    record TurnedAway(String reason) implements Answer {}

    /**
     * It is one of ours and set up in another way: no session can come of this.
     *
     * @param reason for all ranks
     */
    record Spoils(String reason) implements Answer {}

    byte[] challenge() {
        return new RecordWriter()
                .u32(Credentials.MAGIC)
                .u16(Credentials.VERSION)
                .u32(own.world())
                .raw(own.nonce().toBytes())
                .toBytes();
    }

    Answer judge(Frame frame, Member newcomer) throws RecordException {
        if (frame.kind() != Frame.Kind.HELLO) {
            throw new RecordException(RecordException.Cause.BAD_MAGIC, "a " + frame.kind() + " message");
        }
        RecordReader reader = frame.reader("greeting");
        int magic = reader.u32();
        if (magic != Credentials.MAGIC) {
            throw new RecordException(RecordException.Cause.BAD_MAGIC, String.format("it begins with 0x%08x", magic));
        }
        int version = reader.u16();
        if (version != Credentials.VERSION) {
            return new TurnedAway("it speaks version " + version + " of the wire's set-up, rank 0 speaks version "
                    + Credentials.VERSION + ": install the same version of Kolo on every host");
        }
        int world = reader.u32();
        int rank = reader.u32();
        Nonce nonce = Nonce.ofBytes(reader.raw(Nonce.BYTES));
        String host = reader.text();
        byte[] proof = reader.raw(32);
        reader.end();
        Credentials claimed = new Credentials(world, own.rank(), own.host(), own.token(), own.nonce());
        if (!Digests.same(proof, claimed.admission(rank, own.nonce(), nonce))) {
            return new TurnedAway("it does not know the token of rank 0: give all ranks the same token");
        }
        newcomer.rank = rank;
        newcomer.host = host;
        newcomer.nonce = nonce;
        if (world != own.world()) {
            return new Spoils(newcomer.label() + " counts " + world + " ranks, rank 0 counts " + own.world()
                    + ": give all ranks the same world");
        }
        if (rank < 1 || rank >= world) {
            String seen = newcomer.label();
            newcomer.rank = -1;
            return rank == 0
                    ? new TurnedAway(
                            "it claims to be rank 0, which is here already: give every process a rank of its own")
                    : new TurnedAway(seen + " is none of 0 to " + (world - 1));
        }
        return new Admitted();
    }

    /** All are here. */
    void form(Map<Integer, Member> members) {
        nonces.add(own.nonce());
        hosts.add(own.host());
        for (int rank = 1; rank < own.world(); rank++) {
            Member member = members.get(rank);
            if (member == null) {
                throw new IllegalStateException("rank " + rank + " is not here");
            }
            nonces.add(member.nonce);
            hosts.add(member.host);
        }
        session = SessionId.ofNonces(nonces);
    }

    SessionId session() {
        return session;
    }

    List<String> hosts() {
        return hosts;
    }

    byte[] welcome(Member member) {
        RecordWriter writer = new RecordWriter().u32(own.world());
        for (int rank = 0; rank < own.world(); rank++) {
            writer.raw(nonces.get(rank).toBytes()).text(hosts.get(rank));
        }
        return writer.raw(own.leadership(session, member.rank, own.nonce(), member.nonce))
                .toBytes();
    }

    boolean proves(Member member, Frame frame) throws RecordException {
        RecordReader reader = frame.reader("proof of " + member.label());
        byte[] proof = reader.raw(32);
        reader.end();
        return Digests.same(proof, own.membership(session, member.rank, own.nonce(), member.nonce));
    }
}
