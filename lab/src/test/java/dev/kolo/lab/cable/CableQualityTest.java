package dev.kolo.lab.cable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CableQualityTest {
    @Test
    void speaksTheWordsOfNetem() {
        CableQuality quality = new CableQuality(Optional.of("2.5ms"), Optional.of("0.1%"), Optional.of("100mbit"));

        assertThat(quality.netem()).containsExactly("delay", "2.5ms", "loss", "0.1%", "rate", "100mbit");
        assertThat(quality.words()).isEqualTo("delay 2.5ms, loss 0.1%, rate 100mbit");
        assertThat(CableQuality.GOOD.netem()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "ms", "-5ms", "5ms; reboot", "5ms\n", "$(id)ms", "5 ms", "99999999ms"})
    void letsNothingElseThroughToAShell(String delay) {
        assertThatThrownBy(() -> new CableQuality(Optional.of(delay), Optional.empty(), Optional.empty()))
                .hasMessageContaining("the delay is a number with us, ms or s")
                .hasMessageContaining("\"" + delay + "\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "500%", "1%%", "x%"})
    void refusesSharesThatAreNone(String loss) {
        assertThatThrownBy(() -> new CableQuality(Optional.empty(), Optional.of(loss), Optional.empty()))
                .hasMessageContaining("share in per cent");
    }

    @Test
    void keepsWhatWasDoneToACableBetweenCommands() {
        Map<String, CableState> states = new TreeMap<>();
        states.put("spark1:0", new CableState(true, CableQuality.GOOD));
        states.put(
                "spark2:0",
                new CableState(false, new CableQuality(Optional.empty(), Optional.of("1%"), Optional.empty())));

        assertThat(CableState.read(CableState.json(states))).isEqualTo(states);
        assertThat(CableState.read("{\"spark1:0\": {")).isEmpty();
    }
}
