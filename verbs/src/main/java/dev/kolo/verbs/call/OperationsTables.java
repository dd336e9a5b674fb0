package dev.kolo.verbs.call;

import dev.kolo.verbs.abi.VerbsAbi;
import dev.kolo.wire.memory.NativeMemory;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Reads devices' tables of functions. Devices of one provider have the same functions and share one {@link OperationsTable}:
 * calls of all of them then are calls of one class, which the compiler puts in place.
 *
 * <p>A plain call leaves and re-enters the JVM, about 11 ns. A direct one stays inside, about 4 ns, and must never block, call
 * back or take long, since a garbage collection has to wait for it: it is for providers that ring a doorbell from user space
 * (mlx5), never for soft RoCE, whose doorbell is a call of the kernel, and never for a provider written in Java.
 */
public final class OperationsTables {
    /** Made when a device first wants one: a shape costs a tenth of a second and more on a slow machine. */
    private static final class Plain {
        static final MethodHandle CALL = shape();
    }

    private static final class Direct {
        static final MethodHandle CALL = shape(Linker.Option.critical(false));
    }

    private record Key(long postSend, long pollCq, boolean direct) {}

    private final Map<Key, OperationsTable> tables = new HashMap<>();

    /**
     * The functions that a context's table has now: a provider sets them when it opens the device.
     *
     * @param context an open device's context
     * @param direct whether the provider's calls may stay inside the JVM
     */
    public synchronized OperationsTable of(long context, boolean direct) {
        Key key = new Key(
                NativeMemory.getLong(context + VerbsAbi.CONTEXT_POST_SEND),
                NativeMemory.getLong(context + VerbsAbi.CONTEXT_POLL_CQ),
                direct);
        return tables.computeIfAbsent(key, OperationsTables::bind);
    }

    private static OperationsTable bind(Key key) {
        MethodHandle call = key.direct ? Direct.CALL : Plain.CALL;
        List<MethodHandle> functions = List.of(
                call.bindTo(MemorySegment.ofAddress(key.postSend)), call.bindTo(MemorySegment.ofAddress(key.pollCq)));
        try (InputStream template = Objects.requireNonNull(
                OperationsTables.class.getResourceAsStream("BoundOperations.class"), "the class of bound operations")) {
            MethodHandles.Lookup hidden =
                    MethodHandles.lookup().defineHiddenClassWithClassData(template.readAllBytes(), functions, true);
            return (OperationsTable) hidden.findConstructor(hidden.lookupClass(), MethodType.methodType(void.class))
                    .invoke();
        } catch (IOException unreadable) {
            throw new IllegalStateException("Kolo's own classes cannot be read", unreadable);
        } catch (Throwable impossible) {
            throw new IllegalStateException("a provider's functions could not be bound", impossible);
        }
    }

    /** Both calls take three words and return an {@code int}; the middle one of {@code poll_cq} is an {@code int}. */
    @SuppressWarnings("restricted") // the room that may call native code
    private static MethodHandle shape(Linker.Option... options) {
        ValueLayout word = ValueLayout.JAVA_LONG;
        return Linker.nativeLinker()
                .downcallHandle(FunctionDescriptor.of(ValueLayout.JAVA_INT, word, word, word), options);
    }
}
