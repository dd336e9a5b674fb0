package dev.kolo.wire.protocol;

import dev.kolo.wire.protocol.GivingUp.Scene;

/**
 * Judges whether the rank at the end of a chain of waits is in another operation than the one in which it is missed: between
 * ranks that exchange nothing with each other no flag shows it, but each rank counts its calls. Then no rank alone is to blame.
 */
final class Elsewhere {
    private final Membership member;
    private final FailureWatch watch;

    Elsewhere(Membership member, FailureWatch watch) {
        this.member = member;
        this.watch = watch;
    }

    /** Whether the end of the own chain is past the operation in which it is missed, or called another in its place. */
    boolean isRoot(int root, Scene scene) {
        return root >= 0
                && (isPast(root, scene) || watch.calledAnother(root, missedIn(scene), missedInCollective(scene)));
    }

    /** Whether it is past that operation. */
    boolean isPast(int root, Scene scene) {
        return watch.isPast(root, missedIn(scene));
    }

    private long missedIn(Scene scene) {
        AbortRecord waiter = watch.record(watch.edges().lastWaiterFrom(member.rank()));
        return waiter == null ? scene.number() : waiter.operation();
    }

    private int missedInCollective(Scene scene) {
        AbortRecord waiter = watch.record(watch.edges().lastWaiterFrom(member.rank()));
        return waiter == null ? scene.collective() : waiter.collective();
    }

    /**
     * Whether a peer's chain of waits ends at this rank, which is in no operation, and in one that this rank is past or has
     * called another in place of. Only who has waited for the whole bound counts: what a rank waits for that has heard news
     * may be on its way.
     */
    boolean isMissed(int peer, Scene scene) {
        if (watch.edges().rootFrom(peer) != member.rank()) {
            return false;
        }
        AbortRecord waiter = watch.record(watch.edges().lastWaiterFrom(peer));
        if (waiter == null || waiter.kind() != Failure.Kind.LATE_PEER.number()) {
            return false;
        }
        boolean another = scene.number() == waiter.operation()
                && scene.collective() >= 0
                && scene.collective() != waiter.collective();
        return another || scene.number() > waiter.operation();
    }
}
