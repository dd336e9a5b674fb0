package dev.kolo.sim.lockstep;

import dev.kolo.wire.collective.Engine;
import dev.kolo.wire.progress.Progress;
import java.lang.foreign.MemorySegment;

/** Waits in virtual time: a caller that waits hands the baton on. */
final class LockstepProgress implements Progress {
    private final Engine engine;
    private final Baton baton;
    private final int rank;

    LockstepProgress(Engine engine, Baton baton, int rank) {
        this.engine = engine;
        this.baton = baton;
        this.rank = rank;
    }

    @Override
    public void await(long ticket) {
        baton.await(rank, () -> engine.isOver(ticket));
    }

    @Override
    public void awaitRoom() {
        baton.await(rank, engine::hasRoom);
    }

    @Override
    public boolean isOver(long ticket) {
        return engine.isOver(ticket);
    }

    /** Whoever polls runs on another thread. */
    @Override
    public boolean reaches(MemorySegment memory) {
        return memory.isAccessibleBy(Thread.ofPlatform().unstarted(() -> {}));
    }

    @Override
    public void close() {}
}
