package dev.kolo.wire.mailbox;

import dev.kolo.wire.collective.Engine;
import dev.kolo.wire.progress.CallerProgress;
import dev.kolo.wire.progress.Communicator;
import dev.kolo.wire.progress.ShmRanks;
import dev.kolo.wire.progress.ThreadProgress;
import dev.kolo.wire.record.SessionId;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;

/** Ranks of one process with a mailbox each, turned by the test or by threads. */
final class MailboxBed implements AutoCloseable {
    static final long BLOCK = 8192;
    private static final long TURN_NANOS = 20_000;
    private static final int MOST_TURNS = 1_000_000;

    private final ShmRanks ranks;
    private final Arena arena = Arena.ofShared();
    private final List<Communicator> comms;
    private final List<Engine> engines = new ArrayList<>();
    private final List<MailboxServer> servers = new ArrayList<>();
    private final List<MailboxClient> clients = new ArrayList<>();
    private final List<Watch> watches = new ArrayList<>();
    private long nowNanos = 1;

    /** A client's process that ends when the test says so. */
    static final class Watch implements ClientWatch {
        volatile boolean ended;
        volatile int attached;

        @Override
        public void attached(MailboxFacts.Party client) {
            attached = client.pid();
        }

        @Override
        public boolean hasEnded() {
            return ended;
        }
    }

    MailboxBed(Path folder, int world, long seed) throws Exception {
        ranks = new ShmRanks(folder, world, seed, false);
        comms = new ArrayList<>(Collections.nCopies(world, null));
        ranks.run(comm -> comms.set(comm.rank(), comm));
        MailboxShape shape = new MailboxShape(world, BLOCK);
        for (int rank = 0; rank < world; rank++) {
            MailboxFacts facts = new MailboxFacts(
                    new SessionId(seed, 9),
                    rank,
                    shape,
                    new MailboxFacts.Waits(1, 1, 1),
                    new MailboxFacts.Party(1, 2, 3));
            MemorySegment file = arena.allocate(shape.fileBytes(), 4096);
            facts.write(file);
            Watch watch = new Watch();
            watches.add(watch);
            clients.add(new MailboxClient(file, rank, shape));
            comms.get(rank).drive(engine -> {
                engines.add(engine);
                servers.add(new MailboxServer(file, facts, engine, watch));
                return new CallerProgress(engine, true);
            });
        }
    }

    int world() {
        return servers.size();
    }

    MailboxServer server(int rank) {
        return servers.get(rank);
    }

    Engine engine(int rank) {
        return engines.get(rank);
    }

    Communicator comm(int rank) {
        return comms.get(rank);
    }

    MailboxClient client(int rank) {
        return clients.get(rank);
    }

    Watch watch(int rank) {
        return watches.get(rank);
    }

    void attachAll() {
        clients.forEach(MailboxClient::attach);
    }

    /** One turn of one rank's duty cycle. */
    void turn(int rank) {
        nowNanos += TURN_NANOS;
        servers.get(rank).poll(nowNanos);
        engines.get(rank).poll(nowNanos);
    }

    /** Turns all ranks until something has come about. */
    void turnUntil(BooleanSupplier come) {
        for (int turn = 0; !come.getAsBoolean(); turn++) {
            if (turn == MOST_TURNS) {
                throw new AssertionError("it did not come about in " + MOST_TURNS + " turns");
            }
            for (int rank = 0; rank < world(); rank++) {
                turn(rank);
            }
        }
    }

    /** Gives each rank a thread. */
    void startThreads() {
        for (int rank = 0; rank < world(); rank++) {
            MailboxServer server = servers.get(rank);
            comms.get(rank)
                    .drive(engine ->
                            new ThreadProgress(engine, true, 1_000_000, 20_000, OptionalInt.empty(), server::poll));
        }
    }

    @Override
    public void close() {
        ranks.close();
        arena.close();
    }
}
