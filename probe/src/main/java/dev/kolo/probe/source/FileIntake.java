package dev.kolo.probe.source;

import dev.kolo.fabric.codec.Decoded;
import dev.kolo.fabric.codec.InventoryJson;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.probe.read.InventoryReader;
import dev.kolo.probe.read.SourceText;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/**
 * Takes one input of whatever wrapping, unwraps it as a stream and hands the texts in it to the reader. Nothing is unpacked
 * to disk; depth, members and unpacked bytes are limited; whatever cannot be read is named with the reason.
 */
final class FileIntake {
    private static final int MAX_NESTING = 3;
    private static final int MAX_MEMBERS = 20_000;

    /** For one input as a whole, however often it is wrapped. */
    private static final long UNPACKED_LIMIT_BYTES = 2L << 30;

    private static final int PEEK_BYTES = 4096;
    private static final int INVENTORY_LIMIT_BYTES = 256 << 20;
    private static final int BUFFER_BYTES = 1 << 16;

    private final InventoryReader reader;
    private final long unpackedLimitBytes;

    FileIntake(InventoryReader reader) {
        this(reader, UNPACKED_LIMIT_BYTES);
    }

    FileIntake(InventoryReader reader, long unpackedLimitBytes) {
        this.reader = reader;
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
            reader.refuse(way.name(), sentence(failure));
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
                reader.refuse(
                        way.name(),
                        "an archive of more than " + (Opener.SPOOL_LIMIT_BYTES >> 20)
                                + " MiB is read from a file only: save it, or unpack it, and name the file");
            }
        } catch (IOException failure) {
            reader.refuse(way.name(), sentence(failure));
        }
    }

    private boolean mayUnwrap(Way way) {
        if (way.nesting() >= MAX_NESTING) {
            reader.refuse(way.name(), "more than " + MAX_NESTING + " archives are wrapped in one another: unpack them");
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
            reader.refuse(inside.name(), "a link or device inside an archive: only regular files are read");
        }
    }

    private void text(Way way, BufferedInputStream in) throws IOException {
        if (looksLikeInventory(peek(in, PEEK_BYTES))) {
            inventory(way.name(), in);
        } else {
            reader.add(way.folder()
                    .map(folder -> SourceText.inFolder(way.name(), folder, in))
                    .orElseGet(() -> SourceText.loose(way.name(), in)));
        }
    }

    private static boolean looksLikeInventory(byte[] head) {
        String start = new String(head, charset(head)).replace("\uFEFF", "").stripLeading();
        return start.startsWith("{") && start.contains("\"kolo.inventory/");
    }

    /** UTF-8, or UTF-16 where a mark says so, as a redirection in PowerShell writes it. */
    private static Charset charset(byte[] head) {
        int mark = head.length < 2 ? 0 : (head[0] & 255) << 8 | head[1] & 255;
        return mark == 0xfeff || mark == 0xfffe ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8;
    }

    /**
     * An inventory as such is read whole, since one of many hosts is larger than any single tool's JSON. The reader finds
     * those that stand inside other texts.
     */
    private void inventory(String name, InputStream in) throws IOException {
        byte[] bytes = in.readNBytes(INVENTORY_LIMIT_BYTES + 1);
        if (bytes.length > INVENTORY_LIMIT_BYTES) {
            reader.refuse(name, "an inventory of more than " + (INVENTORY_LIMIT_BYTES >> 20) + " MiB is not read");
            return;
        }
        switch (InventoryJson.read(new String(bytes, charset(bytes)))) {
            case Decoded.Whole<Inventory>(Inventory inventory) -> reader.add(name, inventory);
            case Decoded.Cut<Inventory>(Inventory inventory, int line, String message) -> {
                reader.add(name, inventory);
                reader.problem(name, line, message);
            }
            case Decoded.Refused<Inventory>(int line, String message) ->
                reader.refuse(name, (line > 0 ? "line " + line + ": " : "") + message);
        }
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
