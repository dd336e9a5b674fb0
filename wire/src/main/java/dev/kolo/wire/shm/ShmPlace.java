package dev.kolo.wire.shm;

import dev.kolo.wire.nic.NicException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a rank's region is, as the rank tells its peers: which boot of which machine, which file, which process. It comes
 * from another process, so nothing of it is used before it has this form: the file is a name without a slash.
 *
 * @param bootId the kernel's id of this boot: two ranks with the same one share memory
 * @param file name of the file inside the shared-memory folder
 * @param process the process
 */
record ShmPlace(String bootId, String file, ProcessId process) {
    private static final Pattern FORM = Pattern.compile(
            "([0-9a-f-]{8,64}) (kolo-shm-[0-9a-f]{32}-r[0-9]{1,2}-[0-9a-f]{16}) ([1-9][0-9]{0,9}) ([0-9]{1,18})");

    static ShmPlace parse(int peer, String text) throws NicException {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new NicException("rank " + peer + " offers no shared-memory region but \"" + text
                    + "\": it runs another kind of NIC or another version of Kolo");
        }
        return new ShmPlace(
                matcher.group(1),
                matcher.group(2),
                new ProcessId(Long.parseLong(matcher.group(3)), Long.parseLong(matcher.group(4))));
    }

    String text() {
        return bootId + " " + file + " " + process.pid() + " " + process.startTicks();
    }
}
