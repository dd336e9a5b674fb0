package dev.kolo.wire.session.run;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kolo.wire.session.TransportOffer;
import dev.kolo.wire.settings.SettingsReader;
import dev.kolo.wire.settings.SettingsReading;
import dev.kolo.wire.settings.WireSettings;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A CPU that cannot be is refused before anybody is met, and not passed over. */
class PinRefusalTest {
    @Test
    void refusesACpuThatIsNotThereAndOneWithoutAThreadToKeepOnIt() {
        refused(Map.of("pin", "4095", "progress", "thread"), "--pin 4095", "errno 22", "leave KOLO_WIRE_PIN unset");
        refused(Map.of("pin", "0"), "--pin 0 names a CPU for a progress thread", "KOLO_WIRE_PROGRESS to thread");
    }

    private static void refused(Map<String, String> more, String... words) {
        Map<String, String> flags = new HashMap<>(Map.of("world", "2", "rank", "1", "rendezvous", "127.0.0.1:9"));
        flags.putAll(more);
        WireSettings settings = ((SettingsReading.Good) SettingsReader.read(flags, Map.of(), Map.of())).settings();
        assertThatThrownBy(() -> WireSession.open(settings, new Nothing(), line -> {}))
                .isInstanceOf(SessionException.class)
                .hasMessageContainingAll(words);
    }

    private static final class Nothing implements WireSession.Surroundings {
        @Override
        public String host() {
            return "host";
        }

        @Override
        public TransportOffer wire(WireSession.MeetingPlace place) {
            throw new AssertionError("nothing may be opened");
        }
    }
}
