package dev.kolo.lab.life;

import dev.kolo.lab.LabException;
import dev.kolo.lab.layout.LabHost;
import dev.kolo.lab.layout.LabLayout;
import dev.kolo.lab.layout.LabPort;
import dev.kolo.lab.layout.LabSpec;
import dev.kolo.lab.layout.Wire;
import dev.kolo.lab.machine.Acceleration;
import dev.kolo.lab.machine.AccelerationTrial;
import dev.kolo.lab.machine.Architecture;
import dev.kolo.lab.machine.Emulator;
import dev.kolo.lab.machine.Initramfs;
import dev.kolo.lab.machine.Kernel;
import dev.kolo.lab.machine.KernelFinder;
import dev.kolo.lab.machine.Monitor;
import dev.kolo.lab.machine.Programs;
import dev.kolo.lab.state.LabFolder;
import dev.kolo.lab.state.LabHome;
import dev.kolo.lab.state.LabState;
import dev.kolo.remote.InParallel;
import dev.kolo.remote.process.Detached;
import dev.kolo.remote.process.ProcessRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Brings a lab up: checks what it needs, makes keys and settings, starts the switchboard and all guests at once, and
 * returns when each answers over ssh. Until then a guard ends everything should this process end, in whatever way.
 */
public final class LabStarter {
    private static final long MONITOR_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final ProcessRunner processes;
    private final Programs programs;
    private final LabHome home;
    private final Consumer<String> tell;

    /**
     * @param processes runs what starting takes; the lab itself outlives it
     * @param tell hears of progress, one line each
     */
    public LabStarter(ProcessRunner processes, LabHome home, Consumer<String> tell) {
        this.processes = processes;
        this.programs = Programs.ofMachine();
        this.home = home;
        this.tell = tell;
    }

    /**
     * A lab that is up.
     *
     * @param folder its folder
     * @param state its description
     * @param guard ends it with this process; empty when it stays
     */
    public record Started(LabFolder folder, LabState state, Optional<Detached> guard) {}

    /**
     * Starts a lab.
     *
     * @param name what it is called; no lab of this name may be up
     * @throws LabException when it cannot be or does not come up; nothing of it runs then
     */
    public Started start(String name, LabSpec spec, StartOptions options) throws IOException, InterruptedException {
        spec.problem().ifPresent(problem -> {
            throw LabException.badInput(problem);
        });
        LabFolder folder = home.lab(name);
        return home.locked(folder, () -> {
            if (folder.isRunning()) {
                throw LabException.refused("a lab \"" + name + "\" is up already: `kolo lab down --lab " + name
                        + "` ends it, `--lab OTHER` starts one beside it");
            }
            // What a killed start has left: sockets, keys.
            folder.end();
            return startNew(folder, spec, options);
        });
    }

    private Started startNew(LabFolder folder, LabSpec spec, StartOptions options)
            throws IOException, InterruptedException {
        long began = System.nanoTime();
        Component.require(programs);
        Memory.require(spec);
        Architecture architecture = Architecture.ofMachine().orElseThrow(Component::noArchitecture);
        Files.createDirectories(home.cache());
        Kernel kernel = new KernelFinder(processes, programs, home.cache(), Path.of("/")).find(architecture, tell);
        Path initramfs = new Initramfs(processes, programs).of(kernel, home.cache());
        Acceleration acceleration = options.acceleration().isPresent()
                ? options.acceleration().get()
                : new AccelerationTrial(processes, home.cache()).of(architecture, kernel, initramfs, tell);
        tell.accept(spec.hosts() + " guests of " + spec.memoryMib() + " MiB, Linux " + kernel.release() + ", "
                + (acceleration == Acceleration.KVM ? "KVM" : "emulated"));

        String id = HexFormat.of().toHexDigits(new SecureRandom().nextLong());
        folder.begin(id);
        Path sockets = home.sockets().resolve("kolo-lab-" + id);
        LabFolder.createPrivate(sockets);
        LabLayout layout = LabLayout.of(spec);
        Emulator emulator = new Emulator(id, layout, sockets, architecture, acceleration);
        Detached guard = Guard.start(folder, id);
        LabState state =
                new LabState(id, folder.name(), spec, sockets, Map.of(), acceleration, kernel.release(), false);
        folder.write(state);
        try {
            Map<String, Integer> ports = prepare(folder, layout, kernel, id, options, emulator);
            state = new LabState(id, folder.name(), spec, sockets, ports, acceleration, kernel.release(), false);
            folder.write(state);
            bootAll(folder, layout, emulator, kernel, initramfs);
            new Readiness(processes, folder, layout, tell).await(began, began + options.timeoutNanos());
            state = state.withReady();
            folder.write(state);
        } catch (LabException | IOException | InterruptedException failure) {
            folder.end();
            guard.tell("keep");
            throw failure;
        }
        if (!options.owned()) {
            guard.tell("keep");
        }
        return new Started(folder, state, options.owned() ? Optional.of(guard) : Optional.empty());
    }

    /** Keys, settings and the switchboard; returns the ports that lead to the guests. */
    private Map<String, Integer> prepare(
            LabFolder folder, LabLayout layout, Kernel kernel, String id, StartOptions options, Emulator emulator)
            throws IOException, InterruptedException {
        GuestSettings settings = new GuestSettings(
                layout, kernel, id, programs.require("busybox"), programs.require("sshd"), options.kolo());
        for (LabHost host : layout.hosts()) {
            settings.write(host, folder.guest(host));
        }
        Keys keys = new Keys(processes, programs, folder);
        keys.make(layout);
        Map<String, Integer> ports = Switchboard.start(folder, layout, emulator, MONITOR_NANOS);
        keys.writeClientFiles(layout, ports);
        return ports;
    }

    private void bootAll(LabFolder folder, LabLayout layout, Emulator emulator, Kernel kernel, Path initramfs)
            throws IOException, InterruptedException {
        String busybox = programs.require("busybox");
        Map<LabHost, Detached> started = new LinkedHashMap<>();
        for (LabHost host : layout.hosts()) {
            List<String> argv = emulator.guest(
                    host, kernel, initramfs, folder.guest(host), busybox, LabFolder.console(host.name()));
            started.put(
                    host, Detached.start(argv, folder.path(), folder.emulatorLog(host.name()), Detached.Stdin.NOTHING));
        }
        List<Optional<String>> problems = InParallel.map(
                List.copyOf(started.keySet()), layout.hosts().size(), host -> begin(folder, emulator, host, started));
        problems.stream().flatMap(Optional::stream).findFirst().ifPresent(problem -> {
            throw LabException.failed(problem);
        });
    }

    /** Pulls the plugs that are not in, and lets the guest run. */
    private Optional<String> begin(LabFolder folder, Emulator emulator, LabHost host, Map<LabHost, Detached> started)
            throws InterruptedException {
        Detached process = Optional.ofNullable(started.get(host)).orElseThrow();
        try (Monitor monitor = Switchboard.connect(emulator.monitor(host.name()), process, MONITOR_NANOS)) {
            for (LabPort port : host.ports()) {
                if (port.wire() instanceof Wire.Free) {
                    monitor.execute("set_link", Switchboard.link(port, false));
                }
            }
            monitor.execute("cont", Map.of());
            return Optional.empty();
        } catch (IOException failure) {
            return Optional.of("the emulator of " + host.name() + " did not start (" + failure.getMessage() + "): "
                    + LabFolder.tail(folder.emulatorLog(host.name()), 2));
        }
    }
}
