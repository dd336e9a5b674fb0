package dev.kolo.wire.mailbox.run;

import dev.kolo.wire.mailbox.MailboxFacts.Party;
import dev.kolo.wire.shm.ProcessId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** This process as the other side of a mailbox knows it. */
final class OwnProcess {
    private OwnProcess() {}

    static Party party() {
        ProcessId own = ProcessId.own();
        return new Party((int) own.pid(), own.startTicks(), namespace());
    }

    /** Inode of the own pid namespace, from a link that reads {@code pid:[4026531836]} (namespaces(7)); 0 when not known. */
    static long namespace() {
        try {
            String link = Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
            return Long.parseLong(link.substring(link.indexOf('[') + 1, link.indexOf(']')));
        } catch (IOException | RuntimeException unknown) {
            return 0;
        }
    }
}
