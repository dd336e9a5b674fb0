package dev.kolo.wire.mailbox.run;

import dev.kolo.wire.mailbox.MailboxAbi;
import dev.kolo.wire.mailbox.MailboxFacts;
import dev.kolo.wire.mailbox.MailboxServer;
import dev.kolo.wire.mailbox.MailboxShape;
import dev.kolo.wire.progress.Communicator;
import dev.kolo.wire.session.run.WireSession;
import dev.kolo.wire.settings.Waits;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Optional;

/**
 * One rank's mailbox beside its session: makes the file, agrees with the other ranks on its size, and lets the thread that
 * drives the wire serve it. Every rank has a mailbox or none has.
 */
public final class MailboxHost implements AutoCloseable {
    /** Where mailboxes lie when nobody says otherwise. */
    public static final Path FOLDER = Path.of("/dev/shm");

    private static final String PREFIX = "kolo-mailbox-";
    private static final int RECORD_BYTES = 32;

    private final WireSession session;
    private final Communicator communicator;
    private final MailboxFile file;
    private final MailboxServer server;
    private final ProcessWatch watch;
    private boolean closed;

    private MailboxHost(
            WireSession session,
            Communicator communicator,
            MailboxFile file,
            MailboxServer server,
            ProcessWatch watch) {
        this.session = session;
        this.communicator = communicator;
        this.file = file;
        this.server = server;
        this.watch = watch;
    }

    /**
     * What is wanted of a mailbox.
     *
     * @param name a name inside {@link #FOLDER}, or a path when there is a slash in it; by default the session and the rank
     * @param blockBytes largest block of one operation, rounded up to whole pages; the same on all ranks
     * @param heartbeatNanos a heartbeat that stands still for so long is a dead server's
     */
    public record Wish(Optional<String> name, long blockBytes, long heartbeatNanos) {}

    /**
     * Makes the mailbox and serves it; returns when all ranks have one.
     *
     * @param session a session whose communicator nobody uses, now or later
     * @param rank the own rank
     * @param world number of ranks
     * @param waits the session's bounds
     * @throws MailboxException when there is none on any rank
     * @throws dev.kolo.wire.protocol.WireFailure when the session has failed
     */
    public static MailboxHost open(WireSession session, int rank, int world, Waits waits, Wish wish)
            throws MailboxException {
        Communicator communicator = session.communicator()
                .orElseThrow(() -> new MailboxException("the session has no communicator of its own: every rank is on"
                        + " the engine's fallback, and a mailbox cannot serve that"));
        MailboxShape shape = MailboxShape.atLeast(world, wish.blockBytes());
        MailboxFacts facts = new MailboxFacts(
                session.id(),
                rank,
                shape,
                new MailboxFacts.Waits(waits.servingNanos(), waits.startupNanos(), wish.heartbeatNanos()),
                OwnProcess.party());
        Path path = path(wish.name(), session.id() + "-r" + rank);
        MailboxFile.sweep(FOLDER, PREFIX + "*");
        MailboxFile file = draft(path, facts, communicator);
        try {
            agree(communicator, shape, true);
            ProcessWatch watch = ProcessWatch.over(file.draftPath(), Arena.ofAuto());
            file.publish();
            MailboxServer[] made = new MailboxServer[1];
            session.serve(engine -> {
                made[0] = new MailboxServer(file.memory(), facts, engine, watch);
                return made[0]::poll;
            });
            return new MailboxHost(session, communicator, file, made[0], watch);
        } catch (RuntimeException | MailboxException e) {
            file.remove();
            throw e;
        }
    }

    /** A rank that cannot make its mailbox tells the others before it gives up. */
    private static MailboxFile draft(Path path, MailboxFacts facts, Communicator communicator) throws MailboxException {
        try {
            return MailboxFile.draft(path, facts, Arena.ofAuto());
        } catch (MailboxException e) {
            agree(communicator, facts.shape(), false);
            throw e;
        }
    }

    /**
     * Where a mailbox of this name lies.
     *
     * @param name the name or path that is wanted
     * @param usual the name when none is
     * @throws MailboxException when it can be neither
     */
    public static Path path(Optional<String> name, String usual) throws MailboxException {
        String given = name.orElse(usual);
        if (given.contains("/")) {
            return Path.of(given).toAbsolutePath().normalize();
        }
        if (!given.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,99}")) {
            throw new MailboxException(
                    "a mailbox's name has letters, digits, dots, dashes and underscores, at most 100,"
                            + " and begins with a letter or digit; a path has a slash in it");
        }
        return FOLDER.resolve(PREFIX + given);
    }

    /**
     * The first exchange of the session: clients split payloads at the block, so it must be the same on all ranks.
     *
     * @param made whether this rank could make its mailbox
     */
    private static void agree(Communicator communicator, MailboxShape shape, boolean made) throws MailboxException {
        int world = communicator.world();
        MemorySegment own = Arena.ofAuto().allocate(RECORD_BYTES, Long.BYTES);
        MemorySegment all = Arena.ofAuto().allocate((long) world * RECORD_BYTES, Long.BYTES);
        own.set(ValueLayout.JAVA_LONG, 0, MailboxAbi.MAGIC);
        own.set(ValueLayout.JAVA_LONG, 8, MailboxAbi.VERSION);
        own.set(ValueLayout.JAVA_LONG, 16, shape.blockBytes());
        own.set(ValueLayout.JAVA_LONG, 24, made ? 1 : 0);
        communicator.allGather(own, all, RECORD_BYTES);
        for (int rank = 0; rank < world; rank++) {
            long at = (long) rank * RECORD_BYTES;
            if (all.get(ValueLayout.JAVA_LONG, at) != MailboxAbi.MAGIC) {
                throw new MailboxException("rank " + rank + " serves no mailbox: all ranks of a session do, or none");
            }
            long version = all.get(ValueLayout.JAVA_LONG, at + 8);
            if (version != MailboxAbi.VERSION) {
                throw new MailboxException("rank " + rank + " serves mailboxes of version " + version + ", rank "
                        + communicator.rank() + " of version " + MailboxAbi.VERSION + ": use one Kolo on all ranks");
            }
            long block = all.get(ValueLayout.JAVA_LONG, at + 16);
            if (block != all.get(ValueLayout.JAVA_LONG, 16)) {
                throw new MailboxException("the mailbox of rank " + rank + " is for blocks of " + block
                        + " bytes, that of rank 0 for " + all.get(ValueLayout.JAVA_LONG, 16)
                        + ": give all ranks the same --block and --limit");
            }
        }
        for (int rank = 0; rank < world && made; rank++) {
            if (all.get(ValueLayout.JAVA_LONG, (long) rank * RECORD_BYTES + 24) == 0) {
                throw new MailboxException("rank " + rank + " could not make its mailbox, and says why");
            }
        }
    }

    /** Where clients find it. */
    public Path path() {
        return file.path();
    }

    /** How it stands with the client. */
    public MailboxServer.State state() {
        return server.state();
    }

    /** The client's process number in its own pid namespace, once one has attached. */
    public int clientPid() {
        return server.client().pid();
    }

    /**
     * Ends the mailbox, the session not yet: the client finds it closed.
     *
     * @param why one sentence
     */
    public void close(String why) {
        if (closed) {
            return;
        }
        closed = true;
        communicator.close();
        server.close(why);
        watch.close();
        file.remove();
    }

    @Override
    public void close() {
        close("The mailbox's server has ended.");
    }

    WireSession session() {
        return session;
    }
}
