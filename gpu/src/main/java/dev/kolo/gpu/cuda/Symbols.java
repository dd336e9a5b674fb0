package dev.kolo.gpu.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * A native library and its functions that return a status. Addresses travel as {@code long}, which is the same register and
 * spares an object a call.
 *
 * @param name for messages
 * @param lookup the loaded library
 */
public record Symbols(String name, SymbolLookup lookup) {

    /** Loads a library for the life of the process; empty when the system does not find it. */
    @SuppressWarnings("restricted") // loading a library is what this is for
    public static Optional<Symbols> load(String library) {
        try {
            BiFunction<String, Arena, SymbolLookup> opener = SymbolLookup::libraryLookup;
            return Optional.of(new Symbols(library, opener.apply(library, Arena.global())));
        } catch (IllegalArgumentException notFound) {
            return Optional.empty();
        }
    }

    /**
     * A function that returns an {@code int} status.
     *
     * @throws CudaException when the library is too old to have it
     */
    @SuppressWarnings("restricted") // the signatures are written by hand, from the library's header
    public MethodHandle status(String function, MemoryLayout... arguments) {
        return Linker.nativeLinker()
                .downcallHandle(
                        lookup.find(function)
                                .orElseThrow(() -> new CudaException("the library " + name + " has no function "
                                        + function + ": it is too old; kolo needs a driver of CUDA 12 or newer")),
                        FunctionDescriptor.of(ValueLayout.JAVA_INT, arguments));
    }
}
