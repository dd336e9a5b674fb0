package dev.kolo.wire.mailbox.run;

import dev.kolo.wire.mailbox.ClientWatch;
import dev.kolo.wire.mailbox.MailboxFacts.Party;
import dev.kolo.wire.shm.KernelCalls;
import dev.kolo.wire.shm.ProcessId;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * Knows whether a client still runs: by a descriptor of its process, or, where its process number means nothing here (a
 * container with a pid namespace of its own), by the lock that it holds on the mailbox for as long as it lives.
 */
final class ProcessWatch implements ClientWatch, AutoCloseable {
    private static final int NONE = -1;

    private final KernelCalls calls;
    private final int file;
    private int process = NONE;
    private boolean ended;

    private ProcessWatch(KernelCalls calls, int file) {
        this.calls = calls;
        this.file = file;
    }

    /** A watch over the client of a mailbox; nobody may hold its lock yet. */
    static ProcessWatch over(Path mailbox, Arena arena) throws MailboxException {
        KernelCalls calls = KernelCalls.bind(arena)
                .orElseThrow(() -> new MailboxException("the C library of this host lacks flock or pidfd: a mailbox's"
                        + " server could not know when its client dies"));
        int file = calls.openFile(arena.allocateFrom(mailbox.toString()));
        if (file < 0) {
            throw new MailboxException(
                    "the mailbox " + mailbox + " was made and cannot be opened again: errno " + calls.lastError());
        }
        return new ProcessWatch(calls, file);
    }

    @Override
    public void attached(Party client) {
        long own = OwnProcess.namespace();
        if (own == 0 || client.namespace() != own) {
            return;
        }
        process = calls.openProcess(client.pid());
        if (process < 0) {
            ended = calls.lastError() == KernelCalls.ESRCH;
            process = NONE;
            return;
        }
        // The number may have gone to another process between the attach and now.
        OptionalLong started = ProcessId.startTicksOf(client.pid());
        ended = started.isEmpty() || started.getAsLong() != client.startTicks();
    }

    @Override
    public boolean hasEnded() {
        if (!ended) {
            ended = process == NONE ? calls.lock(file) : calls.hasEnded(process);
        }
        return ended;
    }

    @Override
    public void close() {
        if (process != NONE) {
            calls.close(process);
            process = NONE;
        }
        calls.close(file);
    }
}
