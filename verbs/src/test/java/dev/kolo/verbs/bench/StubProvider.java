package dev.kolo.verbs.bench;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;

/** The provider without a device ({@code provider.c}), built with gcc and loaded: what both Java and its twin in C call. */
final class StubProvider {
    private final SymbolLookup symbols;

    private StubProvider(SymbolLookup symbols) {
        this.symbols = symbols;
    }

    /** Builds it in a folder of its own; needs gcc and the header of libibverbs. */
    static StubProvider build() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("kolo-post-poll");
        Path source = folder.resolve("provider.c");
        try (InputStream in = Objects.requireNonNull(StubProvider.class.getResourceAsStream("provider.c"))) {
            Files.write(source, in.readAllBytes());
        }
        Path built = folder.resolve("provider.so");
        Process gcc = new ProcessBuilder("gcc", "-O2", "-shared", "-fPIC", "-o", built.toString(), source.toString())
                .inheritIO()
                .start();
        if (!gcc.waitFor(60, TimeUnit.SECONDS) || gcc.exitValue() != 0) {
            throw new IllegalStateException("gcc did not build the provider");
        }
        return new StubProvider(load(built));
    }

    @SuppressWarnings("restricted") // it is about native calls
    private static SymbolLookup load(Path built) {
        BiFunction<Path, Arena, SymbolLookup> opener = SymbolLookup::libraryLookup;
        return opener.apply(built, Arena.global());
    }

    MemorySegment postSend() {
        return symbols.find("stub_post_send").orElseThrow();
    }

    MemorySegment pollCq() {
        return symbols.find("stub_poll_cq").orElseThrow();
    }

    /** A twin in C: takes a number of exchanges and 64 KiB of memory, returns nanoseconds, −1 when not all completed. */
    @SuppressWarnings("restricted")
    MethodHandle twin(String name) {
        return Linker.nativeLinker()
                .downcallHandle(
                        symbols.find(name).orElseThrow(),
                        FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
    }
}
