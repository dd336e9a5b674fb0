package dev.kolo.verbs.nic;

import dev.kolo.verbs.abi.AsyncEvent;
import dev.kolo.verbs.abi.VerbsAbi;
import dev.kolo.verbs.call.VerbsCalls;
import dev.kolo.wire.memory.NativeMemory;
import dev.kolo.wire.nic.NicEvent;
import java.lang.foreign.Arena;
import java.util.Optional;

/** Reads the events of devices and says what becomes of each: lanes that fail, or words for people. */
final class DeviceEvents {
    private final VerbsCalls calls;
    private final long event;

    /** What an event may bring about. */
    interface Reader {
        /** A whole device has failed. */
        void failed(DeviceInUse device, String why);

        /** One queue pair has failed. */
        void failed(long queuePair, String why);

        /** Something that fails nothing by itself. */
        void tell(NicEvent event);
    }

    DeviceEvents(VerbsCalls calls, Arena arena) {
        this.calls = calls;
        this.event = arena.allocate(VerbsAbi.ASYNC_EVENT_BYTES, 8).address();
    }

    /** Takes all that a device has to tell now. */
    int take(DeviceInUse device, Reader reader) {
        int taken = 0;
        while (calls.hasAsyncEvent(device.device().context())
                && calls.getAsyncEvent(device.device().context(), event) == 0) {
            int number = NativeMemory.getInt(event + VerbsAbi.ASYNC_EVENT_EVENT_TYPE);
            long element = NativeMemory.getLong(event + VerbsAbi.ASYNC_EVENT_ELEMENT);
            calls.ackAsyncEvent(event);
            judge(device, number, element, reader);
            taken++;
        }
        return taken;
    }

    private static void judge(DeviceInUse device, int number, long element, Reader reader) {
        Optional<AsyncEvent> known = AsyncEvent.of(number);
        if (known.isEmpty()) {
            return;
        }
        AsyncEvent event = known.get();
        VerbsPort port = device.port();
        String words = event.words() + " (" + event.constant() + ")";
        // The low half of the element is the port, for events that concern one.
        boolean otherPort = (int) element != port.number();
        switch (event.concerns()) {
            case DEVICE -> reader.failed(device, words);
            case QUEUE_PAIR -> reader.failed(element, words);
            case PORT_DOWN -> {
                if (!otherPort) {
                    device.portIs(true);
                    reader.tell(new NicEvent(NicEvent.Kind.PORT_DOWN, -1, -1, port.label() + ": " + words + "."));
                }
            }
            case PORT_UP -> {
                if (!otherPort) {
                    device.portIs(false);
                    reader.tell(new NicEvent(NicEvent.Kind.PORT_UP, -1, -1, port.label() + ": " + words + "."));
                }
            }
            case GID, NOTHING -> {
                // What was connected stays; a new session reads the table anew.
            }
        }
    }
}
