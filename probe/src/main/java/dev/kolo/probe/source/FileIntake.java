package dev.kolo.probe.source;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/**
 * Takes one input of whatever wrapping, unwraps it as a stream and hands the texts in it to whoever takes them. Nothing is unpacked
 * to disk; depth, members and unpacked bytes are limited; whatever cannot be read is named with the reason.
 */
final class FileIntake {
    private static final int MAX_NESTING = 3;
    private static final int MAX_MEMBERS = 20_000;

    /** For one input as a whole, however often it is wrapped. */
    private static final long UNPACKED_LIMIT_BYTES = 2L << 30;

    private static final int BUFFER_BYTES = 1 << 16;

    private final TextTaker taker;
    private final long unpackedLimitBytes;

    FileIntake(TextTaker taker) {
        this(taker, UNPACKED_LIMIT_BYTES);
    }

    FileIntake(TextTaker taker, long unpackedLimitBytes) {
        this.taker = taker;
        this.unpackedLimitBytes = unpackedLimitBytes;
    }

    /**
     * An input on its way through its wrappings.
     *
     * @param name as the user would name it
     * @param folder the folder that may be named after its host
     * @param nesting how many wrappings are off
     * @param budget what may still come out of them
     */
    private record Way(String name, Optional<String> folder, int nesting, ByteBudget budget) {
        Way into(String member, Optional<String> memberFolder) {
            return new Way(name + "/" + member, memberFolder.or(() -> folder), nesting, budget);
        }

        Way unwrapped() {
            return new Way(name, folder, nesting + 1, budget);
        }
    }

    /**
     * Takes an input that can be opened again.
     *
     * @param name as the user would name it
     * @param folder the folder that may be named after its host
     */
    void take(String name, Optional<String> folder, Opener opener) {
        take(new Way(name, folder, 0, new ByteBudget(unpackedLimitBytes)), opener);
    }

    /** Takes an input that flows once: a text as it comes, an archive by way of memory. */
    void takeStream(String name, InputStream stream) {
        take(new Way(name, Optional.empty(), 0, new ByteBudget(unpackedLimitBytes)), buffered(stream));
    }

    private void take(Way way, Opener opener) {
        try (InputStream raw = opener.open()) {
            BufferedInputStream in = buffered(raw);
            switch (Archive.of(peek(in, Archive.HEAD_BYTES))) {
                case NONE -> text(way, in);
                case GZIP -> {
                    if (mayUnwrap(way)) {
                        take(
                                way.unwrapped(),
                                () -> way.budget().count(new GZIPInputStream(opener.open(), BUFFER_BYTES)));
                    }
                }
                case ZIP -> members(way, Archive.ZIP, opener);
                case TAR -> members(way, Archive.TAR, opener);
            }
        } catch (IOException failure) {
            taker.refuse(way.name(), sentence(failure));
        }
    }

    /** A stream that cannot be opened again; an archive is held in memory. */
    private void take(Way way, BufferedInputStream in) {
        try {
            if (Archive.of(peek(in, Archive.HEAD_BYTES)) == Archive.NONE) {
                text(way, in);
                return;
            }
            Optional<Opener> spooled = Opener.spool(in);
            if (spooled.isPresent()) {
                take(way, spooled.get());
            } else {
                taker.refuse(
                        way.name(),
                        "an archive of more than " + (Opener.SPOOL_LIMIT_BYTES >> 20)
                                + " MiB is read from a file only: save it, or unpack it, and name the file");
            }
        } catch (IOException failure) {
            taker.refuse(way.name(), sentence(failure));
        }
    }

    private boolean mayUnwrap(Way way) {
        if (way.nesting() >= MAX_NESTING) {
            taker.refuse(way.name(), "more than " + MAX_NESTING + " archives are wrapped in one another: unpack them");
        }
        return way.nesting() < MAX_NESTING;
    }

    /** The names of all members tell which folders stand for hosts, so they are seen before the first text is read. */
    private void members(Way way, Archive kind, Opener opener) throws IOException {
        if (!mayUnwrap(way)) {
            return;
        }
        ArchiveContents contents;
        try (InputStream in = opener.open()) {
            contents = new ArchiveContents(kind.members(in, way.budget()), MAX_MEMBERS);
        }
        HostFolders folders = new HostFolders(contents.paths());
        Optional<List<Archive.Member>> held = contents.inOrder();
        if (held.isPresent()) {
            held.get().forEach(member -> member(way, member, folders));
        } else {
            stream(way, kind, opener, folders, contents.paths().size());
        }
        if (contents.failure().isPresent()) {
            throw contents.failure().get();
        }
    }

    /** Reads the members of a large archive as they come; its failure is known from the first time through. */
    private void stream(Way way, Archive kind, Opener opener, HostFolders folders, int count) throws IOException {
        try (InputStream in = opener.open()) {
            Archive.Members members = kind.members(in, way.budget());
            int left = count;
            for (Optional<Archive.Member> next = members.next(); next.isPresent() && left > 0; next = members.next()) {
                left -= next.get().isFolder() || next.get().isHidden() ? 0 : 1;
                member(way, next.get(), folders);
            }
        }
    }

    private void member(Way way, Archive.Member member, HostFolders folders) {
        if (member.isFolder() || member.isHidden()) {
            return;
        }
        Way inside = way.into(member.path(), folders.hostOf(member.path()));
        if (member.isFile()) {
            take(inside.unwrapped(), buffered(member.content()));
        } else {
            taker.refuse(inside.name(), "a link or device inside an archive: only regular files are read");
        }
    }

    private void text(Way way, BufferedInputStream in) throws IOException {
        taker.take(way.name(), way.folder(), in);
    }

    private static BufferedInputStream buffered(InputStream in) {
        return new BufferedInputStream(in, BUFFER_BYTES);
    }

    private static byte[] peek(BufferedInputStream in, int bytes) throws IOException {
        in.mark(bytes);
        byte[] head = in.readNBytes(bytes);
        in.reset();
        return head;
    }

    /** Why an input cannot be read, in plain words. */
    static String sentence(IOException failure) {
        String message = Optional.ofNullable(failure.getMessage()).orElse("it cannot be read");
        return switch (failure) {
            case AccessDeniedException denied -> "this user may not read it";
            case NoSuchFileException missing -> "it is not there any more";
            case FileSystemException other ->
                "it cannot be read: " + Optional.ofNullable(other.getReason()).orElse("unknown reason");
            case ByteBudget.Exceeded much -> message;
            default -> message.startsWith("the archive") ? message : "it is damaged: " + message;
        };
    }
}
