package dev.kolo.fabric.violation;

import java.io.File;
import java.io.FileReader;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;

/**
 * Everything that the rules of the house forbid in a pure room, one class a case. The rules' own tests look at these classes;
 * nothing else uses them.
 */
@SuppressWarnings({"all", "UnusedVariable"})
public final class Violations {
    private Violations() {}

    static final class ReadsAFile {
        String read(String path) throws IOException {
            return Files.readString(Path.of(path));
        }
    }

    static final class NamesAFile {
        boolean isThere(String path) {
            return new File(path).exists();
        }
    }

    static final class OpensAReader {
        int read(String path) throws IOException {
            try (FileReader reader = new FileReader(path)) {
                return reader.read();
            }
        }
    }

    static final class HoldsAChannel {
        Optional<FileChannel> channel = Optional.empty();

        long size(FileChannel channel) throws IOException {
            return channel.size();
        }
    }

    static final class ResolvesAName {
        InetAddress resolve(String host) throws IOException {
            return InetAddress.getByName(host);
        }
    }

    static final class ReadsAResource {
        Object read() {
            return ReadsAResource.class.getResourceAsStream("x");
        }
    }

    static final class StartsAThread {
        void start(Runnable work) {
            new Thread(work).start();
        }
    }

    static final class UsesAnExecutor {
        void start(ExecutorService executor, Runnable work) {
            executor.execute(work);
        }
    }

    static final class StartsAProcess {
        Process start() throws IOException {
            return new ProcessBuilder("true").start();
        }
    }

    static final class ReadsTheTime {
        long read() {
            return System.currentTimeMillis() + System.nanoTime();
        }
    }

    static final class ReadsTheInstant {
        Instant read() {
            return Instant.now();
        }
    }

    static final class HoldsAClock {
        Instant read(Clock clock) {
            return clock.instant();
        }
    }

    static final class ReadsTheEnvironment {
        String read() {
            return System.getProperty("user.home") + System.getenv("HOME");
        }
    }

    static final class PrintsToStdout {
        void print() {
            System.out.println();
        }
    }

    static final class DependsOnTheMachinesCharset {
        Charset charset() {
            return Charset.defaultCharset();
        }
    }

    static final class DrawsANumber {
        int draw() {
            return new Random().nextInt();
        }
    }

    static final class DrawsAFraction {
        double draw() {
            return Math.random();
        }
    }

    static final class DrawsAnIdentifier {
        UUID draw() {
            return UUID.randomUUID();
        }
    }

    static final class Shuffles {
        void shuffle(List<String> items) {
            Collections.shuffle(items);
        }
    }

    static final class FindsAClassByName {
        Class<?> find() throws ClassNotFoundException {
            return Class.forName("java.lang.String");
        }
    }

    static final class LooksAtMethods {
        Method[] look() {
            return String.class.getDeclaredMethods();
        }
    }

    static final class UsesJsonOutsideItsPackage {
        Object token() {
            return tools.jackson.core.JsonToken.START_ARRAY;
        }
    }

    static final class AddressUtil {}

    static final class AddressHelper {}

    static final class AddressManager {}

    static final class AddressImpl {}

    static final class CountsInAStatic {
        static int count;
    }

    static final class FillsAStaticList {
        static final ArrayList<String> ITEMS = new ArrayList<>();
    }

    static final class ShowsAStaticArray {
        static final int[] NUMBERS = {1};
    }
}
