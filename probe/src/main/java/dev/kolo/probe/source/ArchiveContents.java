package dev.kolo.probe.source;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is in an archive, from a first time through it: the paths of its files and, while all of them are small together,
 * their bytes. Larger archives are gone through a second time, as a stream.
 */
final class ArchiveContents {
    private final List<String> paths = new ArrayList<>();
    private final List<Archive.Member> held = new ArrayList<>();
    private final int maxMembers;
    private int heldBytes;
    private boolean isHeld = true;
    private boolean isCut;
    private @Nullable IOException failure;

    /** Goes through an archive. A failure is kept, not thrown: what came before it is of use. */
    ArchiveContents(Archive.Members members, int maxMembers) {
        this.maxMembers = maxMembers;
        try {
            for (Optional<Archive.Member> next = members.next(); next.isPresent() && !isCut; next = members.next()) {
                take(next.get());
            }
        } catch (IOException damaged) {
            failure = damaged;
        }
    }

    private void take(Archive.Member member) throws IOException {
        if (member.isFolder() || member.isHidden()) {
            return;
        }
        isCut = paths.size() == maxMembers;
        if (isCut) {
            return;
        }
        paths.add(member.path());
        if (isHeld) {
            hold(member);
        }
    }

    private void hold(Archive.Member member) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] buffer = new byte[1 << 16];
        try {
            for (int read = member.content().read(buffer);
                    read >= 0;
                    read = member.content().read(buffer)) {
                heldBytes += read;
                if (heldBytes > Opener.SPOOL_LIMIT_BYTES) {
                    isHeld = false;
                    held.clear();
                    return;
                }
                bytes.write(buffer, 0, read);
            }
        } catch (IOException damaged) {
            held.add(copy(member, new SequenceInputStream(stream(bytes), new Failing(damaged))));
            throw damaged;
        }
        held.add(copy(member, stream(bytes)));
    }

    private static InputStream stream(ByteArrayOutputStream bytes) {
        return new ByteArrayInputStream(bytes.toByteArray());
    }

    private static Archive.Member copy(Archive.Member member, InputStream content) {
        return new Archive.Member(member.path(), member.isFile(), member.isFolder(), content);
    }

    /** The paths of all members that are worth a look. */
    List<String> paths() {
        return paths;
    }

    /** All of those members in the order of folders; empty when they are too large to hold. */
    Optional<List<Archive.Member>> inOrder() {
        return isHeld
                ? Optional.of(held.stream()
                        .sorted(Comparator.comparing(Archive.Member::path, PathOrder.INSTANCE))
                        .toList())
                : Optional.empty();
    }

    /** What is wrong with the archive as a whole. */
    Optional<IOException> failure() {
        return isCut
                ? Optional.of(new IOException(
                        "the archive has more than " + maxMembers + " members, so the rest of it is not read"))
                : Optional.ofNullable(failure);
    }

    /** The end of a text whose rest cannot be had. */
    private static final class Failing extends InputStream {
        private final IOException failure;

        Failing(IOException failure) {
            this.failure = failure;
        }

        @Override
        public int read() throws IOException {
            throw failure;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            throw failure;
        }
    }
}
