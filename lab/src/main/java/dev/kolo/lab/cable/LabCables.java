package dev.kolo.lab.cable;

import dev.kolo.lab.LabException;
import dev.kolo.lab.RunningLab;
import dev.kolo.lab.layout.LabCable;
import dev.kolo.lab.layout.LabHost;
import dev.kolo.lab.layout.LabPort;
import dev.kolo.lab.layout.Wire;
import dev.kolo.lab.machine.Emulator;
import dev.kolo.lab.machine.Monitor;
import dev.kolo.remote.process.Input;
import dev.kolo.remote.process.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The cables of a running lab. Cutting one takes the carrier from both of its ends on all planes, as pulling a plug does;
 * delay, loss and rate are netem's, set in the guests at both ends.
 */
public final class LabCables {
    private static final long MONITOR_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long TC_NANOS = TimeUnit.MINUTES.toNanos(2);

    private final RunningLab lab;
    private final Path file;

    public LabCables(RunningLab lab) {
        this.lab = lab;
        this.file = lab.folder().path().resolve("cables.json");
    }

    /**
     * A cable and what has been done to it.
     *
     * @param plugs its ends as {@code HOST:PORT}, the first one first; one end only at a switch
     * @param cut whether it is cut
     * @param quality how bad it is
     */
    public record Listed(List<String> plugs, boolean cut, CableQuality quality) {}

    /** All cables in order. */
    public List<Listed> list() throws IOException {
        Map<String, CableState> states = states();
        List<Listed> all = new ArrayList<>();
        for (List<LabCable.End> ends : all()) {
            CableState state = states.getOrDefault(plug(ends.getFirst()), CableState.WHOLE);
            all.add(new Listed(ends.stream().map(this::plug).toList(), state.cut(), state.quality()));
        }
        return all;
    }

    /** Pulls a plug: neither end has a carrier afterwards. */
    public void cut(String plug) throws IOException {
        link(ends(plug), true);
    }

    /** Puts a cable back. */
    public void mend(String plug) throws IOException {
        link(ends(plug), false);
    }

    /** Puts all cables back. */
    public void mendAll() throws IOException {
        for (Listed cable : list()) {
            if (cable.cut()) {
                mend(cable.plugs().getFirst());
            }
        }
    }

    /**
     * Makes a cable as bad as told, or good again.
     *
     * @throws LabException when a guest refuses
     */
    public void set(String plug, CableQuality quality) throws IOException, InterruptedException {
        List<LabCable.End> ends = ends(plug);
        for (LabCable.End end : ends) {
            LabHost host = host(end);
            String line = host.ports().stream()
                    .filter(port -> port.port() == end.port())
                    .map(port -> shape(port, quality))
                    .collect(Collectors.joining(" && "));
            Outcome.Exited exited = lab.shell(host.name(), TC_NANOS, line, new Input.Nothing());
            if (exited.status() != 0) {
                throw LabException.failed("netem could not be set on " + host.name() + ": "
                        + exited.stderr().text().strip());
            }
        }
        remember(ends, state -> new CableState(state.cut(), quality));
    }

    /** Names come from this lab's own layout and are plain; so are the words of a quality. */
    private static String shape(LabPort port, CableQuality quality) {
        String root = " dev " + port.netdev() + " root";
        return quality.isGood()
                ? "{ tc qdisc show" + root + " | grep -q '^qdisc netem' || exit 0; tc qdisc del" + root + "; }"
                : "tc qdisc replace" + root + " netem " + String.join(" ", quality.netem());
    }

    private void link(List<LabCable.End> ends, boolean cut) throws IOException {
        for (LabCable.End end : ends) {
            LabHost host = host(end);
            Path socket = lab.state().sockets().resolve(host.name() + ".qmp");
            try (Monitor monitor = Monitor.connect(socket, MONITOR_NANOS)) {
                for (LabPort port : host.ports()) {
                    if (port.port() == end.port()) {
                        Map<String, Object> arguments = new LinkedHashMap<>();
                        arguments.put("name", Emulator.netdev(port));
                        arguments.put("up", !cut);
                        monitor.execute("set_link", arguments);
                    }
                }
            }
        }
        remember(ends, state -> new CableState(cut, state.quality()));
    }

    private interface Change {
        CableState of(CableState before);
    }

    private void remember(List<LabCable.End> ends, Change change) throws IOException {
        Map<String, CableState> states = new TreeMap<>(states());
        states.merge(plug(ends.getFirst()), change.of(CableState.WHOLE), (before, fresh) -> change.of(before));
        Path draft = file.resolveSibling(file.getFileName() + ".part");
        Files.writeString(draft, CableState.json(states));
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private Map<String, CableState> states() throws IOException {
        return Files.exists(file) ? CableState.read(Files.readString(file)) : Map.of();
    }

    private List<List<LabCable.End>> all() {
        List<List<LabCable.End>> all = new ArrayList<>();
        lab.layout().cables().forEach(cable -> all.add(List.of(cable.near(), cable.far())));
        for (LabHost host : lab.layout().hosts()) {
            if (host.ports().getFirst().wire() instanceof Wire.Switch) {
                all.add(List.of(new LabCable.End(host.index(), 0)));
            }
        }
        return all;
    }

    /** The ends of the cable whose plug sits in {@code HOST:PORT}. */
    private List<LabCable.End> ends(String plug) {
        int colon = plug.lastIndexOf(':');
        if (colon < 1 || !plug.substring(colon + 1).matches("[01]")) {
            throw LabException.badInput("a plug is named HOST:PORT, as in "
                    + lab.layout().hosts().getFirst().name() + ":0, not \"" + plug + "\"");
        }
        LabHost host = lab.host(plug.substring(0, colon));
        LabCable.End wanted = new LabCable.End(host.index(), plug.charAt(colon + 1) - '0');
        Optional<List<LabCable.End>> found =
                all().stream().filter(ends -> ends.contains(wanted)).findFirst();
        return found.orElseThrow(() -> LabException.badInput("no cable is in " + plug(wanted) + "; cables are "
                + all().stream().map(ends -> plug(ends.getFirst())).collect(Collectors.joining(", "))));
    }

    private LabHost host(LabCable.End end) {
        return lab.layout().hosts().get(end.host());
    }

    private String plug(LabCable.End end) {
        return host(end).name() + ":" + end.port();
    }
}
