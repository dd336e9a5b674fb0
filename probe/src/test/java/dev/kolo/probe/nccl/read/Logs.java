package dev.kolo.probe.nccl.read;

import dev.kolo.probe.nccl.NcclLogs;
import dev.kolo.probe.nccl.RankLog;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Reads logs that a test gives as text or names as a resource. */
final class Logs {
    private Logs() {}

    static NcclLogs of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    static NcclLogs of(byte[] bytes) {
        NcclLogReader reader = new NcclLogReader();
        add(reader, "rank.log", bytes);
        return reader.logs();
    }

    static void add(NcclLogReader reader, String file, byte[] bytes) {
        try {
            reader.read(file, "", new ByteArrayInputStream(bytes));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** The only rank of a text. */
    static RankLog rank(String text) {
        NcclLogs logs = of(text);
        if (logs.ranks().size() != 1) {
            throw new AssertionError("one process was expected in " + logs.ranks());
        }
        return logs.ranks().getFirst();
    }

    static byte[] resource(String name) {
        try (InputStream in = Objects.requireNonNull(Logs.class.getResourceAsStream("/" + name), name)) {
            return in.readAllBytes();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
