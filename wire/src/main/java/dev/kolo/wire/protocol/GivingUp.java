package dev.kolo.wire.protocol;

import dev.kolo.wire.protocol.Failure.Kind;
import org.jspecify.annotations.Nullable;

/**
 * The way from the first sign of failure to poison: says whom this rank misses, listens for the grace to what others say,
 * follows who waits for whom, and names the root. A rank that gives up accepts nothing more.
 */
public final class GivingUp {
    /** What the operation under way is, for records and messages. */
    public interface Scene {
        /** Number, kind and size for people, e.g. {@code all-gather 17 (8192 B, one-shot)}. */
        String operation();

        /** The same of another rank's record. */
        String operation(long number, int collective, int type, long bytes, int schedule);

        long number();

        /** Number of the collective, −1 when none is under way. */
        int collective();

        int type();

        long bytes();

        int schedule();
    }

    private final Membership member;
    private final FailureWatch watch;
    private final Counters counters;
    private final Poison poison;
    private final Elsewhere elsewhere;
    private final long graceNanos;

    private @Nullable Kind kind;
    private int peer = -1;
    private int missing = RootCause.IDLE;
    private int saidRoot = -1;
    private String where = "";
    private String detail = "";
    private long step;
    private long seen;
    private long waitedNanos;
    private long untilNanos;
    private boolean told;

    public GivingUp(Membership member, FailureWatch watch, Counters counters, Poison poison, long graceNanos) {
        this.member = member;
        this.watch = watch;
        elsewhere = new Elsewhere(member, watch);
        this.counters = counters;
        this.poison = poison;
        this.graceNanos = graceNanos;
    }

    /** Whether it has begun. */
    public boolean underWay() {
        return kind != null;
    }

    /**
     * The first sign.
     *
     * @param missing whom this rank waits for, or {@link RootCause#IDLE}
     */
    public void begin(
            Kind kind,
            int peer,
            int missing,
            String where,
            long step,
            long seen,
            long waitedNanos,
            String detail,
            long nowNanos,
            Scene scene) {
        this.kind = kind;
        this.peer = peer;
        this.where = where;
        this.step = step;
        this.seen = seen;
        this.waitedNanos = waitedNanos;
        this.detail = detail;
        boolean listens = member.safeguards().has(Safeguard.ROOT_CAUSE) && listensFor(kind);
        // Who hears of it waits longer than who tells, so that it hears the root, too.
        long patienceNanos = kind == Kind.ABORTED ? graceNanos + graceNanos / 2 : graceNanos;
        untilNanos = nowNanos + (listens ? patienceNanos : 0);
        this.missing = missing;
        saidRoot = listens ? known(kind, scene) : peer;
        watch.say(record(scene, kind, missing, saidRoot, !listens || isEnough(kind)));
    }

    /**
     * What others have said of the root; goes out with the first news, since there may be no lane any more for the second.
     * −1 when nothing.
     */
    private int known(Kind what, Scene scene) {
        if (isDesync(what, scene)) {
            return AbortRecord.NOBODY_ALONE;
        }
        return what == Kind.ABORTED ? saidRootOfAbort() : -1;
    }

    private boolean isDesync(Kind what, Scene scene) {
        return followsWaits(what) && (watch.heardOfDesync() || isMissedElsewhere(what, scene));
    }

    private boolean isMissedElsewhere(Kind what, Scene scene) {
        return what == Kind.ABORTED && missing == RootCause.IDLE && elsewhere.isMissed(peer, scene);
    }

    private static boolean followsWaits(Kind what) {
        return what == Kind.LATE_PEER || what == Kind.ABORTED;
    }

    /** Whether listening on would bring nothing new. */
    private boolean isEnough(Kind what) {
        return switch (what) {
            case DESYNC -> watch.heard(peer);
            case ABORTED -> watch.settled(peer) && watch.rootSaidBy(peer) != -1;
            default -> false;
        };
    }

    private static boolean listensFor(Kind kind) {
        return kind == Kind.LATE_PEER || kind == Kind.DESYNC || kind == Kind.ABORTED;
    }

    /** Listens on; true when it is over and the session poisoned. */
    public boolean carryOn(long nowNanos, Scene scene) {
        Kind what = kind;
        if (what == null) {
            return false;
        }
        while (watch.look() >= 0) {
            // All that lies there is taken in.
        }
        watch.publish();
        if (nowNanos - untilNanos < 0 && !isEnough(what)) {
            passOn(what, scene);
            return false;
        }
        int root = root(what, scene);
        Kind named = named(what, scene);
        poison.poison(new Failure(
                named,
                member.rank(),
                peer,
                where,
                scene.operation(),
                step,
                seen,
                waitedNanos,
                counters.get(Counters.Total.DOORBELLS),
                peer < 0 ? 0 : counters.get(Counters.OfPeer.POSTED, peer),
                peer < 0 ? 0 : counters.get(Counters.OfPeer.COMPLETED, peer),
                Math.max(root, -1),
                detail(named, scene)));
        tell(scene, root);
        return true;
    }

    /**
     * A desync is one to both ends, whichever comes first to a rank: the peer's flag of another operation, or the peer's news
     * that it found this rank in another one.
     */
    private Kind named(Kind what, Scene scene) {
        AbortRecord news = what == Kind.ABORTED && peer >= 0 ? watch.record(peer) : null;
        boolean another = news != null
                && news.kind() == Kind.DESYNC.number()
                && news.missing() == member.rank()
                && scene.collective() >= 0;
        return another ? Kind.DESYNC : what;
    }

    /** What was heard of the root since the own record went out. */
    private void passOn(Kind what, Scene scene) {
        int known = listensFor(what) ? known(what, scene) : saidRoot;
        if (known != saidRoot) {
            saidRoot = known;
            watch.say(record(scene, what, missing, known, false));
        }
    }

    private int root(Kind what, Scene scene) {
        if (what == Kind.DESYNC || isDesync(what, scene)) {
            return AbortRecord.NOBODY_ALONE;
        }
        return switch (what) {
            case LATE_PEER -> rootOfLatePeer(scene);
            case ABORTED -> rootOfAbort();
            case DESYNC, CLOSED, INTERNAL, SESSION -> -1;
            case LANE_FAILED, PEER_GONE, CORRUPT, CLIENT_GONE -> peer;
        };
    }

    private int rootOfLatePeer(Scene scene) {
        if (!member.safeguards().has(Safeguard.ROOT_CAUSE)) {
            return peer;
        }
        int root = watch.edges().rootFrom(member.rank());
        return elsewhere.isRoot(root, scene) ? AbortRecord.NOBODY_ALONE : root;
    }

    /** Who is in no operation and only passes the news on is no root, even if its news was the first to come. */
    private int rootOfAbort() {
        int said = saidRootOfAbort();
        if (said >= 0) {
            return said;
        }
        return watch.isMessenger(peer)
                ? watch.edges().rootOfAnyWaiter()
                : watch.edges().rootFrom(peer);
    }

    private int saidRootOfAbort() {
        return watch.rootSaidBy(peer) >= 0 ? watch.rootSaidBy(peer) : watch.rootSaidByAnyone();
    }

    private String detail(Kind what, Scene scene) {
        AbortRecord record = peer < 0 ? null : watch.record(peer);
        String said = record == null
                ? ""
                : "Rank " + peer + " was in "
                        + scene.operation(
                                record.operation(),
                                record.collective(),
                                record.type(),
                                record.bytes(),
                                record.schedule())
                        + (record.missing() >= 0 ? " and missed rank " + record.missing() : "") + "."
                        + ofRoot(root(what, scene));
        return switch (what) {
            case LATE_PEER ->
                together(
                        "Who waits for whom: " + watch.edges().chainFrom(member.rank()) + ".",
                        together(past(scene), detail));
            case DESYNC ->
                "Rank " + member.rank() + " is in " + scene.operation() + ". "
                        + (said.isEmpty() ? "Rank " + peer + " has not said what it is in." : said)
                        + " All ranks must call the same operations in the same order with the same sizes.";
            case ABORTED ->
                together(
                        together(detail, said),
                        isDesync(what, scene) ? "Ranks are in different operations: no rank alone is the root." : "");
            default -> together(detail, said);
        };
    }

    /** Whoever only hears of it would otherwise look for a fault of the rank. */
    private String ofRoot(int root) {
        return root >= 0 && watch.kindAt(root) == Kind.CLIENT_GONE.number()
                ? " The client of rank " + root + " died."
                : "";
    }

    private String past(Scene scene) {
        int root = watch.edges().rootFrom(member.rank());
        AbortRecord record = root < 0 ? null : watch.record(root);
        if (record == null || !elsewhere.isRoot(root, scene)) {
            return "";
        }
        return elsewhere.isPast(root, scene)
                ? "Rank " + root + " is past that operation: ranks have called different operations, or what it sent"
                        + " was lost without an error."
                : "Rank " + root + " called "
                        + scene.operation(
                                record.operation(),
                                record.collective(),
                                record.type(),
                                record.bytes(),
                                record.schedule())
                        + " in its place: ranks have called different operations.";
    }

    private static String together(String first, String second) {
        return first.isEmpty() ? second : second.isEmpty() ? first : first + " " + second;
    }

    /** After poison, from wherever it came: peers hear of it once, with the root. */
    public void tell(Scene scene, int root) {
        if (told) {
            return;
        }
        told = true;
        counters.poisoned();
        Failure failure = poison.failure().orElseThrow();
        int missing = failure.peer() >= 0 && failure.peer() != member.rank() ? failure.peer() : RootCause.IDLE;
        watch.say(record(scene, failure.kind(), missing, root, true));
    }

    private AbortRecord record(Scene scene, Kind what, int missing, int root, boolean settled) {
        return new AbortRecord(
                member.rank(),
                what.number(),
                missing,
                root,
                scene.number(),
                scene.collective(),
                scene.type(),
                scene.bytes(),
                scene.schedule(),
                waitedNanos,
                0,
                0,
                root == member.rank() ? what.number() : watch.kindAt(root),
                settled);
    }
}
