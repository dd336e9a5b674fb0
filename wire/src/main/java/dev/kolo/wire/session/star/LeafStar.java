package dev.kolo.wire.session.star;

import dev.kolo.wire.record.Digests;
import dev.kolo.wire.record.Nonce;
import dev.kolo.wire.record.RecordException;
import dev.kolo.wire.record.RecordReader;
import dev.kolo.wire.record.RecordWriter;
import dev.kolo.wire.record.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The end of the star at a rank other than 0: calls rank 0 until it answers, proves itself, and then hears through it. */
public final class LeafStar extends Star {
    private final Dialer dialer;
    private Optional<FrameLink> link = Optional.empty();
    private Nonce rootNonce = new Nonce(0, 0);
    private SessionId claimed = SessionId.NONE;
    private List<String> rankHosts = List.of();
    private boolean welcomed;
    private boolean answered;
    private long heardNanos;
    private long heardBytes;
    private int calls;

    public LeafStar(Credentials own, StarTimes times, StarListener listener, Dialer dialer) {
        super(own, times, listener);
        this.dialer = dialer;
        if (own.rank() == 0) {
            throw new IllegalArgumentException("rank 0 is the star's root");
        }
    }

    @Override
    void advance(long nowNanos) {
        if (link.isEmpty()) {
            link = dialer.dial(nowNanos).map(FrameLink::new);
            heardNanos = nowNanos;
            heardBytes = 0;
            calls += link.isPresent() ? 1 : 0;
        }
        if (link.isEmpty()) {
            return;
        }
        FrameLink root = link.get();
        try {
            for (Optional<Frame> frame = root.next(); frame.isPresent(); frame = root.next()) {
                take(root, frame.get(), nowNanos);
            }
        } catch (RecordException e) {
            String reason =
                    "what answers as rank 0 at " + root.peer() + " is not rank 0 of this session: " + e.getMessage();
            remark(reason);
            fail(reason);
            note(0, new Fate(Fate.State.GONE, reason));
            root.close();
        }
        if (root.receivedBytes() != heardBytes) {
            heardBytes = root.receivedBytes();
            heardNanos = nowNanos;
        }
        judge(root, nowNanos);
    }

    private void take(FrameLink root, Frame frame, long nowNanos) throws RecordException {
        if (frame.kind() == Frame.Kind.REFUSE) {
            fail("rank 0 at " + root.peer() + ": " + frame.reader("refusal").text());
            return;
        }
        if (welcomed && !frame.session().equals(claimed)) {
            throw new RecordException(
                    RecordException.Cause.OTHER_SESSION,
                    "a message of session " + frame.session().label() + ", this one is " + claimed.label());
        }
        RecordReader reader = frame.reader("a " + frame.kind() + " message");
        switch (frame.kind()) {
            case CHALLENGE -> greet(root, reader, nowNanos);
            case WELCOME -> verify(root, frame.session(), reader);
            case FORMED -> {
                if (!welcomed || phase() != Phase.MEETING) {
                    throw new RecordException(RecordException.Cause.VERSION, "a FORMED message out of turn");
                }
                formed(claimed, rankHosts);
            }
            case PART -> part(reader);
            case ALIVE -> {
                // Its arrival is all that it says.
            }
            case GOODBYE -> {
                int rank = sender(reader);
                note(rank, new Fate(Fate.State.SAID_GOODBYE, label(rank) + " has left in peace"));
            }
            case ABORT -> listener.aborted(sender(reader), reader.blob());
            case FATE -> {
                int rank = sender(reader);
                int code = reader.u8();
                Fate.State state = Fate.State.ofCode(code)
                        .orElseThrow(() -> new RecordException(RecordException.Cause.VERSION, "the fate " + code));
                note(rank, new Fate(state, reader.text()));
            }
            default -> throw new RecordException(RecordException.Cause.VERSION, "a " + frame.kind() + " message");
        }
    }

    private int sender(RecordReader reader) throws RecordException {
        return reader.count("a rank", reader.u32(), world() - 1);
    }

    private void greet(FrameLink root, RecordReader reader, long nowNanos) throws RecordException {
        int magic = reader.u32();
        if (magic != Credentials.MAGIC) {
            throw new RecordException(RecordException.Cause.BAD_MAGIC, String.format("it begins with 0x%08x", magic));
        }
        int version = reader.u16();
        if (version != Credentials.VERSION) {
            throw new RecordException(
                    RecordException.Cause.VERSION,
                    "it speaks version " + version + " of the wire's set-up, this rank speaks version "
                            + Credentials.VERSION + ": install the same version of Kolo on every host");
        }
        reader.u32();
        rootNonce = Nonce.ofBytes(reader.raw(Nonce.BYTES));
        reader.end();
        if (!answered) {
            answered = true;
            deadlineAfterRoot(nowNanos);
        }
        Nonce nonce = own.nonce();
        root.send(
                Frame.Kind.HELLO,
                SessionId.NONE,
                new RecordWriter()
                        .u32(Credentials.MAGIC)
                        .u16(Credentials.VERSION)
                        .u32(world())
                        .u32(rank())
                        .raw(nonce.toBytes())
                        .text(own.host())
                        .raw(own.admission(rank(), rootNonce, nonce))
                        .toBytes());
    }

    /** Rank 0 must have counted this rank's own nonce, and must know the token, too. */
    private void verify(FrameLink root, SessionId session, RecordReader reader) throws RecordException {
        int world = reader.count("the world", reader.u32(), world());
        List<Nonce> nonces = new ArrayList<>();
        List<String> hosts = new ArrayList<>();
        for (int rank = 0; rank < world; rank++) {
            nonces.add(Nonce.ofBytes(reader.raw(Nonce.BYTES)));
            hosts.add(reader.text());
        }
        byte[] proof = reader.raw(32);
        reader.end();
        Nonce nonce = own.nonce();
        boolean ours = world == world()
                && nonces.get(rank()).equals(nonce)
                && nonces.get(0).equals(rootNonce)
                && SessionId.ofNonces(nonces).equals(session)
                && Digests.same(proof, own.leadership(session, rank(), rootNonce, nonce));
        if (!ours) {
            throw new RecordException(
                    RecordException.Cause.OTHER_SESSION,
                    "it does not know the token, or it answers with another session's nonces");
        }
        claimed = session;
        rankHosts = hosts;
        welcomed = true;
        root.send(
                Frame.Kind.PROOF,
                session,
                new RecordWriter()
                        .raw(own.membership(session, rank(), rootNonce, nonce))
                        .toBytes());
    }

    private void part(RecordReader reader) throws RecordException {
        int index = reader.u32();
        int rank = sender(reader);
        byte[] blob = reader.blob();
        reader.end();
        boolean fits =
                index == gatherings() && gathering().map(g -> g.put(rank, blob)).orElse(false);
        if (!fits) {
            throw new RecordException(
                    RecordException.Cause.LENGTH, "part " + index + " of rank " + rank + ", which was not due");
        }
    }

    /** What the connection says of rank 0's process. */
    private void judge(FrameLink root, long nowNanos) {
        long quiet = nowNanos - heardNanos;
        boolean settled = phase() == Phase.SETTLED;
        if (root.state() != Pipe.State.OPEN && phase() == Phase.MEETING && !welcomed) {
            root.close();
            link = Optional.empty();
        } else if (root.state() == Pipe.State.ENDED) {
            note(
                    0,
                    new Fate(
                            Fate.State.GONE,
                            label(0) + ": its process is gone, its connection from " + root.peer()
                                    + " ended without goodbye"));
        } else if (settled && quiet >= times.lostNanos()) {
            note(
                    0,
                    new Fate(
                            Fate.State.LOST,
                            label(0) + ": the management network has been silent for " + seconds(quiet)
                                    + ", longer than lan-grace"));
        } else if (settled && quiet >= times.silentNanos()) {
            note(0, new Fate(Fate.State.SILENT, label(0) + " has not been heard for " + seconds(quiet)));
        } else if (fateOf(0).state() == Fate.State.SILENT) {
            note(0, new Fate(Fate.State.ALIVE, label(0) + " is heard again"));
        }
    }

    @Override
    void give(Gathering begun, int index, byte[] blob) {
        sendAll(
                Frame.Kind.GIVE,
                new RecordWriter().u32(index).text(begun.what()).blob(blob).toBytes());
    }

    @Override
    void sendAll(Frame.Kind kind, byte[] body) {
        if (welcomed) {
            link.ifPresent(l -> l.send(kind, claimed, body));
        }
    }

    @Override
    void sendRefusal(String reason) {
        link.ifPresent(l -> l.send(
                Frame.Kind.REFUSE, claimed, new RecordWriter().text(reason).toBytes()));
    }

    @Override
    void flush() {
        link.ifPresent(FrameLink::flush);
    }

    @Override
    public boolean isFlushed() {
        return link.map(l -> l.isFlushed() || l.state() != Pipe.State.OPEN).orElse(true);
    }

    @Override
    void closePipes() {
        link.ifPresent(FrameLink::close);
    }

    @Override
    String missing(long afterNanos) {
        if (phase() == Phase.FORMED) {
            return gathering()
                    .filter(g -> !g.isComplete())
                    .map(g -> "after " + seconds(afterNanos) + " \"" + g.what()
                            + "\" was not complete: rank 0 said nothing")
                    .orElse("set-up was not done after " + seconds(afterNanos) + ": this rank itself was too slow");
        }
        if (calls == 0) {
            return "rank 0 did not answer within " + seconds(afterNanos) + ": " + dialer.describe()
                    + "; is rank 0 running, and is this its address and port?";
        }
        return "rank 0 at " + dialer.describe() + " answered, and after " + seconds(afterNanos)
                + " the session had not formed: other ranks are missing";
    }
}
