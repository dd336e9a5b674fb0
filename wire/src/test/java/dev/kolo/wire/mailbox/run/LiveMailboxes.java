package dev.kolo.wire.mailbox.run;

import dev.kolo.wire.mailbox.MailboxFacts;
import dev.kolo.wire.mailbox.MailboxServer;
import dev.kolo.wire.mailbox.MailboxShape;
import dev.kolo.wire.progress.Communicator;
import dev.kolo.wire.progress.ShmRanks;
import dev.kolo.wire.progress.ThreadProgress;
import dev.kolo.wire.record.SessionId;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;

/** Ranks of this process that serve mailboxes in files, for clients that are processes of their own. */
final class LiveMailboxes implements AutoCloseable {
    static final long HEARTBEAT_NANOS = 60_000_000_000L;

    private final ShmRanks ranks;
    private final SessionId session;
    private final List<Communicator> comms;
    private final List<MailboxFile> files = new ArrayList<>();
    private final List<MailboxServer> servers = new ArrayList<>();
    private final List<ProcessWatch> watches = new ArrayList<>();

    /**
     * Serves.
     *
     * @param folder where the mailboxes lie
     * @param seed tells sessions apart
     */
    LiveMailboxes(Path folder, int world, long seed) throws Exception {
        session = new SessionId(seed, 9);
        ranks = new ShmRanks(folder, world, seed, false);
        comms = new ArrayList<>(Collections.nCopies(world, null));
        ranks.run(comm -> comms.set(comm.rank(), comm));
        for (int rank = 0; rank < world; rank++) {
            MailboxFacts facts = facts(session, rank, world);
            MailboxFile file = MailboxFile.draft(folder.resolve("box" + rank), facts, Arena.ofAuto());
            ProcessWatch watch = ProcessWatch.over(file.draftPath(), Arena.ofAuto());
            file.publish();
            files.add(file);
            watches.add(watch);
            comms.get(rank).drive(engine -> {
                MailboxServer server = new MailboxServer(file.memory(), facts, engine, watch);
                servers.add(server);
                return new ThreadProgress(engine, true, 1_000_000, 20_000, OptionalInt.empty(), server::poll);
            });
        }
    }

    static MailboxFacts facts(SessionId session, int rank, int world) {
        return new MailboxFacts(
                session,
                rank,
                MailboxShape.atLeast(world, ShmRanks.LIMIT),
                new MailboxFacts.Waits(60_000_000_000L, 60_000_000_000L, HEARTBEAT_NANOS),
                OwnProcess.party());
    }

    Path path(int rank) {
        return files.get(rank).path();
    }

    SessionId session() {
        return session;
    }

    MailboxServer server(int rank) {
        return servers.get(rank);
    }

    /** Waits until a rank's server has poisoned its mailbox. */
    @SuppressWarnings("ThreadPriorityCheck") // its thread may need this one's processor
    void awaitPoison(int rank) {
        for (long look = 0; server(rank).state() != MailboxServer.State.POISONED; look++) {
            if (look == 1_000_000_000L) {
                throw new AssertionError("rank " + rank + " is " + server(rank).state());
            }
            Thread.yield();
        }
    }

    /** Ends a rank's server in order. */
    void end(int rank, String why) {
        comms.get(rank).close();
        servers.get(rank).close(why);
    }

    @Override
    public void close() {
        ranks.close();
        watches.forEach(ProcessWatch::close);
        files.forEach(MailboxFile::remove);
    }
}
