package dev.kolo.lab.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.topology.Shape;
import dev.kolo.lab.layout.LabNames;
import dev.kolo.lab.layout.LabSpec;
import dev.kolo.lab.machine.Acceleration;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class LabStateTest {
    private static LabState state() {
        LabSpec spec = LabSpec.of(Shape.Kind.RING, 3)
                .withPlanes(1)
                .withAddressed(false)
                .withMtuBytes(1500)
                .withMemoryMib(192)
                .withSwapped(OptionalInt.of(2))
                .withNames(LabNames.parse("host a\nport 0 1 fab1 mlx5_1\n"));
        Map<String, Integer> ports = new LinkedHashMap<>();
        ports.put("a", 4001);
        ports.put("spark2", 4002);
        return new LabState(
                "0123456789abcdef", "lab", spec, Path.of("/run/x"), ports, Acceleration.EMULATION, "6.1.0", true);
    }

    @Test
    void readsWhatItWrote() {
        assertThat(LabState.read(state().json())).hasValue(state());
    }

    @Test
    void takesNothingFromATextThatIsNotWhole() {
        String json = state().json();

        assertThat(LabState.read(json.substring(0, json.length() - 3))).isEmpty();
        assertThat(LabState.read("")).isEmpty();
        assertThat(LabState.read(json.replace("kolo.lab/1", "kolo.lab/9"))).isEmpty();
    }

    @Test
    void takesNoIdThatCouldMeanOtherProcesses() {
        assertThat(LabState.read(state().json().replace("0123456789abcdef", "")))
                .isEmpty();
        assertThat(LabState.read(state().json().replace("0123456789abcdef", "0123456789abcde.")))
                .isEmpty();
    }
}
