package dev.kolo.wire.session.star;

import dev.kolo.wire.record.RecordException;
import dev.kolo.wire.record.RecordReader;
import dev.kolo.wire.record.RecordWriter;
import dev.kolo.wire.record.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Rank 0's end of the star: lets ranks in, hands parts and messages on to all, and notices who is gone. Strangers are turned
 * away without harm to the ranks that are there; a rank that proves that it knows the token and then says something that
 * cannot be right fails the set-up for all.
 */
public final class RootStar extends Star {
    private static final int MAX_NEWCOMERS = 64;

    private final List<Member> newcomers = new ArrayList<>();
    private final TreeMap<Integer, Member> members = new TreeMap<>();
    private final Doorman doorman;
    private long nowNanos;
    private boolean welcomed;
    private String lastTurnedAway = "";

    public RootStar(Credentials own, StarTimes times, StarListener listener) {
        super(own, times, listener);
        this.doorman = new Doorman(own);
        if (own.rank() != 0) {
            throw new IllegalArgumentException("the star's root is rank 0, got rank " + own.rank());
        }
    }

    /** Takes in a connection that was accepted. */
    public void accept(Pipe pipe) {
        Member newcomer = new Member(new FrameLink(pipe));
        newcomers.add(newcomer);
        if (phase() != Phase.MEETING || welcomed) {
            turnAway(
                    newcomer,
                    "session " + session().label() + " of " + world() + " ranks has already formed, and nobody joins a"
                            + " session later: stop all ranks and start them together");
        } else if (newcomers.size() > MAX_NEWCOMERS) {
            turnAway(newcomer, "more than " + MAX_NEWCOMERS + " connections are waiting to be let in");
        } else {
            newcomer.link.send(Frame.Kind.CHALLENGE, SessionId.NONE, doorman.challenge());
        }
    }

    @Override
    void advance(long now) {
        nowNanos = now;
        for (Member newcomer : List.copyOf(newcomers)) {
            meet(newcomer);
        }
        for (Member member : List.copyOf(members.values())) {
            hear(member);
            judge(member);
        }
        if (phase() == Phase.MEETING && !welcomed && members.size() == world() - 1) {
            welcome();
        }
    }

    private void meet(Member newcomer) {
        boolean late = newcomer.hereNanos(nowNanos) > StarTimes.NEWCOMER_NANOS;
        try {
            Optional<Frame> frame = newcomer.leaving ? Optional.empty() : newcomer.link.next();
            if (frame.isPresent()) {
                Doorman.Answer answer = doorman.judge(frame.get(), newcomer);
                switch (answer) {
                    case Doorman.Admitted _ -> admit(newcomer);
                    case Doorman.TurnedAway(String reason) -> turnAway(newcomer, reason);
                    case Doorman.Spoils(String reason) -> fail(reason);
                }
            }
        } catch (RecordException e) {
            turnAway(
                    newcomer,
                    "this is rank 0 of a Kolo session, and what came is not a rank's greeting: " + e.getMessage());
        }
        boolean over = newcomer.link.state() != Pipe.State.OPEN || newcomer.leaving && newcomer.link.isFlushed();
        if (over || late) {
            newcomers.remove(newcomer);
            newcomer.link.close();
        }
    }

    private void admit(Member newcomer) {
        Member there = members.get(newcomer.rank);
        if (there != null && there.link.state() == Pipe.State.OPEN) {
            turnAway(
                    newcomer,
                    "rank " + newcomer.rank + " is already here, from " + there.host + " (" + there.link.peer()
                            + "): give every process a rank of its own");
            return;
        }
        newcomers.remove(newcomer);
        members.put(newcomer.rank, newcomer);
    }

    private void turnAway(Member newcomer, String reason) {
        lastTurnedAway = newcomer.label() + " was turned away: " + reason;
        remark(lastTurnedAway);
        newcomer.link.send(
                Frame.Kind.REFUSE,
                SessionId.NONE,
                new RecordWriter().text(reason).toBytes());
        newcomer.leaving = true;
    }

    /** All ranks are here: their nonces make the session. */
    private void welcome() {
        welcomed = true;
        doorman.form(members);
        members.values().forEach(m -> m.link.send(Frame.Kind.WELCOME, doorman.session(), doorman.welcome(m)));
    }

    private void hear(Member member) {
        try {
            for (Optional<Frame> frame = member.link.next(); frame.isPresent(); frame = member.link.next()) {
                take(member, frame.get());
            }
        } catch (RecordException e) {
            String reason = member.label() + " sent what no rank sends: " + e.getMessage();
            remark(reason);
            fail(reason);
            settleFate(member, new Fate(Fate.State.GONE, reason));
            member.link.close();
        }
        member.listen(nowNanos);
    }

    private void take(Member member, Frame frame) throws RecordException {
        if (frame.kind() == Frame.Kind.REFUSE) {
            fail(member.label() + ": " + frame.reader("refusal").text());
            return;
        }
        if (welcomed && !frame.session().equals(doorman.session())) {
            throw new RecordException(
                    RecordException.Cause.OTHER_SESSION,
                    "a message of session " + frame.session().label() + ", this one is "
                            + doorman.session().label());
        }
        switch (frame.kind()) {
            case PROOF -> prove(member, frame);
            case GIVE -> given(member, frame.reader("part of " + member.label()));
            case ALIVE -> {
                // Its arrival is all that it says.
            }
            case GOODBYE -> {
                settleFate(member, new Fate(Fate.State.SAID_GOODBYE, member.label() + " has left in peace"));
                sendOthers(member.rank, Frame.Kind.GOODBYE, signed(member.rank, new byte[0]));
            }
            case ABORT -> {
                byte[] record = recordOf(member, frame);
                sendOthers(member.rank, Frame.Kind.ABORT, signed(member.rank, record));
                listener.aborted(member.rank, record);
            }
            case FATE -> settleFate(member, ending(member, frame.reader("last words of " + member.label())));
            default ->
                throw new RecordException(
                        RecordException.Cause.VERSION, "a " + frame.kind() + " message, which only rank 0 sends");
        }
    }

    /** A rank may say of itself alone what becomes of it, and only that its process ends. */
    private static Fate ending(Member member, RecordReader reader) throws RecordException {
        int rank = reader.u32();
        int state = reader.u8();
        String detail = reader.text();
        reader.end();
        if (rank != member.rank || state != Fate.State.GONE.code()) {
            throw new RecordException(
                    RecordException.Cause.VERSION,
                    "the fate " + state + " of rank " + rank + ", which only rank 0 tells");
        }
        return new Fate(Fate.State.GONE, detail);
    }

    /** The record alone: whose it is follows from the connection, not from what it says. */
    private byte[] recordOf(Member member, Frame frame) throws RecordException {
        RecordReader reader = frame.reader("message of " + member.label());
        reader.u32();
        byte[] record = reader.blob();
        reader.end();
        return record;
    }

    private void prove(Member member, Frame frame) throws RecordException {
        if (!welcomed || !doorman.proves(member, frame)) {
            throw new RecordException(
                    RecordException.Cause.OTHER_SESSION, "a proof that does not fit this session and token");
        }
        member.proven = true;
        if (members.values().stream().allMatch(m -> m.proven)) {
            formed(doorman.session(), doorman.hosts());
            sendAll(Frame.Kind.FORMED, new byte[0]);
        }
    }

    private void given(Member member, RecordReader reader) throws RecordException {
        Member.Given given = new Member.Given(reader.u32(), reader.text(), reader.blob());
        reader.end();
        if (member.early.isPresent() || given.index() != gatherings() && given.index() != gatherings() + 1) {
            throw new RecordException(
                    RecordException.Cause.LENGTH,
                    "part " + given.index() + " (" + given.what() + ") where part " + gatherings() + " was due");
        }
        if (given.index() == gatherings()) {
            gathering().ifPresent(g -> collect(g, member, given));
        } else {
            member.early = Optional.of(given);
        }
    }

    @Override
    void give(Gathering begun, int index, byte[] blob) {
        begun.put(0, blob);
        for (Member member : members.values()) {
            Optional<Member.Given> early = member.early;
            member.early = Optional.empty();
            early.ifPresent(given -> collect(begun, member, given));
        }
    }

    private void collect(Gathering gathering, Member member, Member.Given given) {
        if (!given.what().equals(gathering.what())) {
            fail(member.label() + " is at \"" + given.what() + "\" where rank 0 is at \"" + gathering.what()
                    + "\": they run different programs or different versions of Kolo");
            return;
        }
        if (gathering.put(member.rank, given.blob()) && gathering.isComplete()) {
            for (int rank = 0; rank < world(); rank++) {
                sendAll(
                        Frame.Kind.PART,
                        new RecordWriter()
                                .u32(given.index())
                                .u32(rank)
                                .blob(gathering.part(rank))
                                .toBytes());
            }
        }
    }

    /** What a rank's connection says of its process. */
    private void judge(Member member) {
        long quiet = nowNanos - member.heardNanos;
        if (member.link.state() == Pipe.State.ENDED) {
            settleFate(
                    member,
                    new Fate(
                            Fate.State.GONE,
                            member.label() + ": its process is gone, its connection to rank 0 ended without goodbye"));
        } else if (phase() == Phase.SETTLED && quiet >= times.lostNanos()) {
            settleFate(
                    member,
                    new Fate(
                            Fate.State.LOST,
                            member.label() + ": the management network has been silent for " + seconds(quiet)
                                    + ", longer than lan-grace"));
        } else if (phase() == Phase.SETTLED && quiet >= times.silentNanos()) {
            settleFate(
                    member, new Fate(Fate.State.SILENT, member.label() + " has not been heard for " + seconds(quiet)));
        } else if (fateOf(member.rank).state() == Fate.State.SILENT) {
            settleFate(member, new Fate(Fate.State.ALIVE, member.label() + " is heard again"));
        }
    }

    private void settleFate(Member member, Fate fate) {
        if (!welcomed && fate.state() == Fate.State.GONE) {
            members.remove(member.rank, member);
            remark(fate.detail() + " before the session had formed; it may come again");
            return;
        }
        if (note(member.rank, fate)) {
            sendOthers(member.rank, Frame.Kind.FATE, fate(member.rank, fate));
        }
    }

    private void sendOthers(int except, Frame.Kind kind, byte[] body) {
        members.values().stream()
                .filter(m -> m.rank != except)
                .forEach(m -> m.link.send(kind, doorman.session(), body));
    }

    @Override
    void sendAll(Frame.Kind kind, byte[] body) {
        sendOthers(-1, kind, body);
    }

    @Override
    void sendRefusal(String reason) {
        byte[] body = new RecordWriter().text(reason).toBytes();
        members.values().forEach(m -> m.link.send(Frame.Kind.REFUSE, SessionId.NONE, body));
        newcomers.forEach(m -> m.link.send(Frame.Kind.REFUSE, SessionId.NONE, body));
    }

    @Override
    void flush() {
        newcomers.forEach(m -> m.link.flush());
        members.values().forEach(m -> m.link.flush());
    }

    @Override
    public boolean isFlushed() {
        return members.values().stream().allMatch(m -> m.link.isFlushed() || m.link.state() != Pipe.State.OPEN);
    }

    @Override
    void closePipes() {
        newcomers.forEach(m -> m.link.close());
        members.values().forEach(m -> m.link.close());
    }

    @Override
    String missing(long afterNanos) {
        Optional<Gathering> open = gathering().filter(g -> !g.isComplete());
        if (phase() == Phase.FORMED) {
            return open.map(g -> "after " + seconds(afterNanos) + " ranks " + g.missing()
                            + " had not given their part of \"" + g.what() + "\"")
                    .orElse("set-up was not done after " + seconds(afterNanos) + ": rank 0 itself was too slow");
        }
        List<Integer> absent = new ArrayList<>();
        for (int rank = 1; rank < world(); rank++) {
            Member member = members.get(rank);
            if (member == null || welcomed && !member.proven) {
                absent.add(rank);
            }
        }
        return "after " + seconds(afterNanos) + " ranks " + absent + " of " + world() + " had not come to rank 0"
                + (lastTurnedAway.isEmpty() ? "" : "; last, " + lastTurnedAway);
    }
}
