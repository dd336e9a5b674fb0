package dev.kolo.lab.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kolo.fabric.topology.Shape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabLayoutTest {
    @ParameterizedTest
    @CsvSource({"PAIR, 2", "PATH, 2", "PATH, 4", "RING, 3", "RING, 4", "RING, 16", "SWITCHED, 2", "SWITCHED, 5"})
    void givesEveryCableAndPlaneANetworkOfItsOwnWithTwoEnds(Shape.Kind shape, int hosts) {
        LabLayout layout = LabLayout.of(LabSpec.of(shape, hosts));

        Map<String, List<String>> ends = new LinkedHashMap<>();
        for (LabHost host : layout.hosts()) {
            for (LabPort port : host.ports()) {
                port.address()
                        .ifPresent(address -> ends.computeIfAbsent(
                                        address.toString().replaceFirst("\\.[0-9]+$", ""), none -> new ArrayList<>())
                                .add(address.toString()));
            }
        }
        int networks = shape == Shape.Kind.SWITCHED ? 2 : 2 * layout.cables().size();
        assertThat(ends).hasSize(networks);
        assertThat(ends.values())
                .allSatisfy(addresses -> assertThat(addresses)
                        .doesNotHaveDuplicates()
                        .hasSize(shape == Shape.Kind.SWITCHED ? hosts : 2));
    }

    @ParameterizedTest
    @CsvSource({"PAIR, 2, 1", "PATH, 4, 3", "RING, 3, 3", "RING, 4, 4", "SWITCHED, 3, 0"})
    void hasAsManyCablesAsItsShape(Shape.Kind shape, int hosts, int cables) {
        assertThat(LabLayout.of(LabSpec.of(shape, hosts)).cables()).hasSize(cables);
    }

    @Test
    void leadsPortZeroToPortOneOfTheNextHostAndInAPairToPortZero() {
        LabLayout ring = LabLayout.of(LabSpec.of(Shape.Kind.RING, 3));
        LabLayout pair = LabLayout.of(LabSpec.of(Shape.Kind.PAIR, 2));

        assertThat(ring.cables())
                .containsExactly(
                        new LabCable(0, new LabCable.End(0, 0), new LabCable.End(1, 1)),
                        new LabCable(1, new LabCable.End(1, 0), new LabCable.End(2, 1)),
                        new LabCable(2, new LabCable.End(2, 0), new LabCable.End(0, 1)));
        assertThat(pair.cables()).containsExactly(new LabCable(0, new LabCable.End(0, 0), new LabCable.End(1, 0)));
    }

    @Test
    void leavesTheOuterPortsOfAPathFreeAndWithoutAddress() {
        LabLayout path = LabLayout.of(LabSpec.of(Shape.Kind.PATH, 4));

        List<LabPort> free = List.of(
                path.hosts().getFirst().port(0, 1),
                path.hosts().getFirst().port(1, 1),
                path.hosts().getLast().port(0, 0),
                path.hosts().getLast().port(1, 0));
        assertThat(free).allSatisfy(port -> {
            assertThat(port.wire()).isEqualTo(new Wire.Free());
            assertThat(port.address()).isEmpty();
        });
    }

    @Test
    void exchangesThePlugsOfAHostButNotItsAddresses() {
        LabSpec spec = LabSpec.of(Shape.Kind.RING, 4);
        LabLayout healthy = LabLayout.of(spec);
        LabLayout swapped = LabLayout.of(spec.withSwapped(OptionalInt.of(1)));

        LabHost host = swapped.hosts().get(1);
        assertThat(host.port(0, 0).wire())
                .isEqualTo(healthy.hosts().get(1).port(0, 1).wire());
        assertThat(host.port(0, 1).wire())
                .isEqualTo(healthy.hosts().get(1).port(0, 0).wire());
        assertThat(host.port(0, 0).address())
                .isEqualTo(healthy.hosts().get(1).port(0, 0).address());
        assertThat(swapped.cableAt(1, 0).orElseThrow().number()).isZero();
        assertThat(swapped.cables().get(0).far()).isEqualTo(new LabCable.End(1, 0));
    }

    @Test
    void namesHostsAndDevicesAsOnSparksUnlessTold() {
        LabNames names = LabNames.parse("""
                # my machines
                host alpha
                host beta   # the second
                port 1 0 fabric2 mlx5_1
                """);
        LabLayout layout = LabLayout.of(LabSpec.of(Shape.Kind.RING, 3).withNames(names));

        assertThat(layout.hosts().stream().map(LabHost::name).collect(Collectors.toList()))
                .containsExactly("alpha", "beta", "spark3");
        assertThat(layout.hosts().getFirst().port(1, 0).netdev()).isEqualTo("fabric2");
        assertThat(layout.hosts().getFirst().port(1, 0).device()).isEqualTo("mlx5_1");
        assertThat(layout.hosts().getFirst().port(1, 1).netdev()).isEqualTo("enP2p1s0f1np1");
        assertThat(layout.hosts().getFirst().port(0, 0).device()).isEqualTo("rocep1s0f0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "host a b|line 1: a line is",
                "host a;reboot|no host name",
                "host -x|no host name",
                "port 2 0 a b|plane and port are 0 or 1",
                "port 0 0 an-interface-too-long b|cannot be an interface",
                "port 0 0 ../x b|cannot be an interface",
                "port 0 0 eth0 b|cannot be an interface",
                "port 0 0 a b$(id)|cannot be a RoCE device",
                "guest a|a line is",
            })
    void refusesNamesThatHaveNoBusinessInAGuest(String line, String said) {
        assertThatThrownBy(() -> LabNames.parse(line)).hasMessageContaining(said);
    }

    @Test
    void refusesANameThatStandsTwice() {
        assertThatThrownBy(() -> LabNames.parse("host a\nhost a\n")).hasMessage("line 2: host a stands twice");
        assertThatThrownBy(() -> LabNames.parse("port 0 0 a b\nport 0 1 a c\n"))
                .hasMessage("line 2: interface a stands twice");
        LabNames spark2First = LabNames.parse("host spark2\n");
        assertThat(LabSpec.of(Shape.Kind.RING, 3).withNames(spark2First).problem())
                .hasValueSatisfying(problem -> assertThat(problem).contains("two hosts are called \"spark2\""));
    }

    @ParameterizedTest
    @CsvSource({"PAIR, 3", "RING, 2", "PATH, 1", "RING, 65", "NONE, 3"})
    void refusesShapesThatCannotBe(Shape.Kind shape, int hosts) {
        assertThat(LabSpec.of(shape, hosts).problem()).isPresent();
    }

    @Test
    void findsHostsByNameAndByLetter() {
        LabLayout layout = LabLayout.of(LabSpec.of(Shape.Kind.RING, 3));

        assertThat(layout.host("spark2").orElseThrow().index()).isEqualTo(1);
        assertThat(layout.host("C").orElseThrow().index()).isEqualTo(2);
        assertThat(layout.host("D")).isEmpty();
        assertThat(layout.host("")).isEmpty();
    }
}
