package dev.kolo.cli.lab;

import dev.kolo.cli.Console;
import dev.kolo.cli.KoloException;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.lab.layout.LabLayout;
import dev.kolo.lab.layout.LabNames;
import dev.kolo.lab.layout.LabSpec;
import dev.kolo.lab.life.GuestJava;
import dev.kolo.lab.life.StartOptions;
import dev.kolo.lab.machine.Acceleration;
import dev.kolo.page.text.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** What kind of lab is brought up, as {@code kolo lab up} and {@code kolo lab run} let their user say it. */
final class LabShapeOptions {
    @Option(
            names = "--shape",
            paramLabel = "pair|path|ring|switched",
            description = "How the hosts are cabled. Default: ring, or pair for two hosts.")
    private Optional<String> shape = Optional.empty();

    @Option(names = "--hosts", paramLabel = "N", description = "How many hosts. Default: 4, or 2 for a pair.")
    private Optional<Integer> hosts = Optional.empty();

    @Option(
            names = "--cables",
            paramLabel = "1|2",
            description = "How many cables a pair has. Default: ${DEFAULT-VALUE}.",
            defaultValue = "1")
    private int cables;

    @Option(
            names = "--planes",
            paramLabel = "1|2",
            description = "How many planes a cable carries. Default: ${DEFAULT-VALUE}, as on a Spark.",
            defaultValue = "2")
    private int planes;

    @Option(
            names = "--mtu",
            paramLabel = "BYTES",
            description = "MTU of the fabric's interfaces. Default: ${DEFAULT-VALUE}.",
            defaultValue = "9000")
    private int mtuBytes;

    @Option(
            names = "--memory",
            paramLabel = "MIB",
            description = "Memory of a guest. Default: ${DEFAULT-VALUE}; a JVM needs 192.",
            defaultValue = "256")
    private int memoryMib;

    @Option(names = "--unaddressed", description = "No IPv4 on the fabric, to plan from nothing.")
    private boolean unaddressed;

    @Option(names = "--swap", paramLabel = "HOST", description = "Exchange this host's two plugs.")
    private Optional<String> swapped = Optional.empty();

    @Option(
            names = "--names",
            paramLabel = "FILE",
            description =
                    "Names: lines `host NAME` and `port PLANE PORT NETDEV DEVICE`. Default: as on Sparks: spark1 …")
    private Optional<String> names = Optional.empty();

    @Option(
            names = "--accel",
            paramLabel = "kvm|emulation",
            description = "How guests run. Default: KVM where a trial shows that it works.")
    private Optional<String> acceleration = Optional.empty();

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "By when all guests must be ready. Default: ${DEFAULT-VALUE}.",
            defaultValue = "300")
    private int timeoutSeconds;

    LabShapeOptions() {
        cables = 1;
        planes = 2;
        mtuBytes = LabSpec.USUAL_MTU_BYTES;
        memoryMib = LabSpec.USUAL_MEMORY_MIB;
        timeoutSeconds = 300;
    }

    /** Whether a shape or a number of hosts was asked for. */
    boolean isGiven() {
        return shape.isPresent() || hosts.isPresent();
    }

    /** The lab that is wished for. */
    LabSpec spec(Console console) {
        Shape.Kind kind = kind();
        int count = hosts.orElse(kind == Shape.Kind.PAIR ? 2 : 4);
        LabSpec spec = LabSpec.of(kind, count)
                .withCables(cables)
                .withPlanes(planes)
                .withMtuBytes(mtuBytes)
                .withMemoryMib(memoryMib)
                .withAddressed(!unaddressed)
                .withNames(names.map(file -> read(console, file)).orElse(LabNames.SPARK));
        spec.problem().ifPresent(problem -> {
            throw KoloException.badInput(Text.quote(problem) + ".");
        });
        return swapped.map(host -> swap(spec, host)).orElse(spec);
    }

    private Shape.Kind kind() {
        if (shape.isEmpty()) {
            return hosts.equals(Optional.of(2)) ? Shape.Kind.PAIR : Shape.Kind.RING;
        }
        return Shape.Kind.ofWord(shape.get())
                .filter(kind -> kind != Shape.Kind.NONE)
                .orElseThrow(() -> KoloException.badInput(
                        "--shape takes pair, path, ring or switched, not \"" + Text.quote(shape.get()) + "\"."));
    }

    private static LabSpec swap(LabSpec spec, String host) {
        int index = LabLayout.of(spec)
                .host(host)
                .orElseThrow(() -> KoloException.badInput(
                        "--swap names a host of the lab, and \"" + Text.quote(host) + "\" is none."))
                .index();
        LabSpec swapped = spec.withSwapped(OptionalInt.of(index));
        swapped.problem().ifPresent(problem -> {
            throw KoloException.badInput(Text.quote(problem) + ".");
        });
        return swapped;
    }

    private static LabNames read(Console console, String file) {
        try {
            return LabNames.parse(Files.readString(console.path(file)));
        } catch (IOException unreadable) {
            throw KoloException.badInput("there is no readable file \"" + Text.quote(file) + "\" for --names.");
        } catch (IllegalArgumentException bad) {
            throw KoloException.badInput(Text.quote(file + ", " + bad.getMessage()) + ".");
        }
    }

    /** How the lab is started. */
    StartOptions start() {
        if (timeoutSeconds < 1) {
            throw KoloException.badInput("--timeout takes a positive number of seconds, not " + timeoutSeconds + ".");
        }
        Optional<Acceleration> chosen = acceleration.map(word -> Stream.of(Acceleration.values())
                .filter(value -> value.word().equals(word.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() ->
                        KoloException.badInput("--accel takes kvm or emulation, not \"" + Text.quote(word) + "\".")));
        return StartOptions.staying()
                .withTimeoutNanos(TimeUnit.SECONDS.toNanos(timeoutSeconds))
                .withAcceleration(chosen)
                .withKolo(GuestJava.command("dev.kolo.cli.Main"));
    }
}
