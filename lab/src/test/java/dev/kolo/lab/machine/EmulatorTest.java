package dev.kolo.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.topology.Shape;
import dev.kolo.lab.layout.LabHost;
import dev.kolo.lab.layout.LabLayout;
import dev.kolo.lab.layout.LabNames;
import dev.kolo.lab.layout.LabSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EmulatorTest {
    private static final Pattern SOCKETS = Pattern.compile("dgram,.*local\\.path=([^,]*),.*remote\\.path=([^,]*)");
    private static final Kernel KERNEL = new Kernel("6.1", Path.of("/k"), Path.of("/m"), "test");

    private static Emulator emulator(LabSpec spec, Path sockets) {
        return new Emulator(
                "0123456789abcdef",
                LabLayout.of(spec),
                sockets,
                Architecture.ofMachine().orElseThrow(),
                Acceleration.EMULATION);
    }

    private static List<String> guest(Emulator emulator, LabHost host) {
        return emulator.guest(host, KERNEL, Path.of("/i"), Path.of("/s"), "/bin/busybox", host.name() + ".console");
    }

    private static List<String> switchboard(Emulator emulator) {
        Map<String, Integer> ports = new LinkedHashMap<>();
        emulator.layout().hosts().forEach(host -> ports.put(host.name(), 4000 + host.index()));
        return emulator.switchboard(ports);
    }

    /** Every socket that somebody sends to is somebody's own, and no two processes have the same. */
    @ParameterizedTest
    @CsvSource({"PAIR, 2, -1", "PATH, 4, -1", "RING, 3, -1", "RING, 4, 1", "SWITCHED, 3, -1"})
    void plugsBothEndsOfEveryCableIntoEachOther(Shape.Kind shape, int hosts, int swapped) {
        LabSpec spec =
                LabSpec.of(shape, hosts).withSwapped(swapped < 0 ? OptionalInt.empty() : OptionalInt.of(swapped));
        Emulator emulator = emulator(spec, Path.of("/run/x"));
        List<String> argv = new ArrayList<>(switchboard(emulator));
        emulator.layout().hosts().forEach(host -> argv.addAll(guest(emulator, host)));

        Map<String, String> peers = new LinkedHashMap<>();
        for (String word : argv) {
            Matcher sockets = SOCKETS.matcher(word);
            if (sockets.matches()) {
                assertThat(peers.put(sockets.group(1), sockets.group(2))).isNull();
            }
        }
        int free = (int) peers.values().stream()
                .filter(remote -> !peers.containsKey(remote))
                .count();
        int ports = shape == Shape.Kind.SWITCHED
                ? hosts
                : 2 * emulator.layout().cables().size();
        assertThat(free).isEqualTo(2 * (2 * hosts - ports));
        peers.forEach((local, remote) -> {
            if (peers.containsKey(remote)) {
                assertThat(peers).containsEntry(remote, local);
            }
        });
    }

    @Test
    void opensTheOperatorsWayInOnTheLoopbackAloneAndNoneOut() {
        List<String> argv = switchboard(emulator(LabSpec.of(Shape.Kind.RING, 3), Path.of("/run/x")));
        String network = argv.stream()
                .filter(word -> word.startsWith("user,"))
                .findFirst()
                .orElseThrow();

        assertThat(network).contains("restrict=on").contains("hostfwd=tcp:127.0.0.1:4000-192.168.177.11:22");
        assertThat(network.split("hostfwd=", -1)).hasSize(4);
        assertThat(Collections.frequency(argv, "-netdev")).isEqualTo(2 + 2 * 3);
    }

    @Test
    void bearsTheLabsIdInEveryProcess() {
        Emulator emulator = emulator(LabSpec.of(Shape.Kind.PAIR, 2), Path.of("/run/x"));

        assertThat(switchboard(emulator)).contains("guest=kolo-lab-0123456789abcdef-switch.board");
        assertThat(guest(emulator, emulator.layout().hosts().getLast()))
                .contains("guest=kolo-lab-0123456789abcdef-spark2");
    }

    @Test
    void quotesCommasInPaths() {
        Emulator emulator = emulator(LabSpec.of(Shape.Kind.PAIR, 2), Path.of("/run/a,b"));

        assertThat(guest(emulator, emulator.layout().hosts().getFirst()))
                .contains("unix:/run/a,,b/spark1.qmp,server=on,wait=off");
    }

    @Test
    void putsPlanesUnderPciRootsOfTheirOwnWhereNamesTellNothing() {
        LabNames names = LabNames.parse("port 0 0 fab0 mlx5_0\n");
        Emulator emulator = emulator(LabSpec.of(Shape.Kind.PAIR, 2).withNames(names), Path.of("/run/x"));
        List<String> argv = guest(emulator, emulator.layout().hosts().getFirst());

        assertThat(argv).contains("pxb,id=half,bus_nr=64,bus=pci.0,addr=16");
        assertThat(argv.stream().filter(word -> word.contains("netdev=p01,")))
                .allMatch(word -> word.contains("addr=5.1"));
        assertThat(argv.stream().filter(word -> word.contains("netdev=p11,")))
                .allMatch(word -> word.contains("bus=half,addr=1.1"));
    }
}
