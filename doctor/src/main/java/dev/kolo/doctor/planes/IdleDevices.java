package dev.kolo.doctor.planes;

import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Context.LocatedRemark;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.names.DeviceName;
import dev.kolo.fabric.topology.Function;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the material says about devices that carry nothing: counters, routing records of NCCL, and the list of devices
 * that it uses.
 */
final class IdleDevices {
    /** Below this much on the busy device a quiet one proves nothing. */
    private static final long BUSY_WORDS = 1L << 28;

    private final Context context;

    IdleDevices(Context context) {
        this.context = context;
    }

    /**
     * A device that counters show idle.
     *
     * @param host its host
     * @param device its name
     * @param seen the counts
     * @param evidence the line
     */
    record Idle(String host, String device, String seen, Evidence evidence) {}

    /**
     * NCCL sent a device's traffic over a device of another PCI root.
     *
     * @param host the host
     * @param from the device that was planned, by name or "dev N"
     * @param to the device that was used
     * @param file the log
     * @param evidence the line
     */
    record Rerouting(String host, String from, String to, String file, Evidence evidence) {}

    /** Devices whose counters stand still while another of the same host moves. */
    List<Idle> byCounters() {
        List<Idle> idle = new ArrayList<>(byTables());
        if (context.growth().isPresent()) {
            idle.addAll(IdleByGrowth.of(context, context.growth().get()));
            return idle;
        }
        for (String host : context.fabricHosts()) {
            List<Function> functions = context.functionsOf(host);
            long most =
                    functions.stream().mapToLong(IdleDevices::sentWords).max().orElse(0);
            if (most < BUSY_WORDS) {
                continue;
            }
            for (Function function : functions) {
                long words = sentWords(function);
                if (words >= 0 && words < most / 1000 && context.isConnected(function)) {
                    RdmaDevice device = function.device().orElseThrow();
                    idle.add(new Idle(
                            host,
                            device.name(),
                            "port_xmit_data " + words + " on " + device.name() + ", up to " + most + " on the others",
                            device.evidence()));
                }
            }
        }
        return idle;
    }

    private static long sentWords(Function function) {
        return function.device()
                .map(d -> d.counters().getOrDefault("port_xmit_data", -1L))
                .orElse(-1L);
    }

    /** Tables "device before after": idle is who has zero in a column in which another device of the host has not. */
    private List<Idle> byTables() {
        Map<String, List<LocatedRemark>> byHost = new LinkedHashMap<>();
        context.remarks(Remark.Kind.TRAFFIC)
                .forEach(r ->
                        byHost.computeIfAbsent(r.host(), h -> new ArrayList<>()).add(r));
        List<Idle> idle = new ArrayList<>();
        byHost.forEach((host, rows) -> {
            for (int column = 1; column <= 2; column++) {
                int at = column;
                boolean moves = rows.stream()
                        .anyMatch(r -> value(r, at).filter(v -> v > 0).isPresent());
                List<LocatedRemark> still = rows.stream()
                        .filter(r -> value(r, at).filter(v -> v == 0).isPresent())
                        .toList();
                if (moves && !still.isEmpty()) {
                    still.forEach(r -> idle.add(idle(r)));
                    return;
                }
            }
        });
        return idle;
    }

    private static Idle idle(LocatedRemark row) {
        String[] words = row.value().split(" ", -1);
        String seen = words[0] + " moved " + words[1]
                + (words.length > 2 && !words[2].equals(words[1]) ? " before, " + words[2] + " after" : "");
        return new Idle(row.host(), words[0], seen, row.remark().evidence());
    }

    private static Optional<Double> value(LocatedRemark row, int column) {
        String[] words = row.value().split(" ", -1);
        if (column >= words.length || words[column].length() > 18) {
            return Optional.empty();
        }
        try {
            return Optional.of(Double.parseDouble(words[column]));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** The overrides that cross PCI roots; one within a root is how routing is meant to work. */
    List<Rerouting> overrides() {
        List<Rerouting> found = new ArrayList<>();
        for (LocatedRemark remark : context.remarks(Remark.Kind.DEVICE_OVERRIDE)) {
            String[] words = remark.value().split(" ", -1);
            String file = remark.remark().evidence().file();
            List<String> devices = devicesIn(remark.host(), file);
            if (words.length != 2) {
                continue;
            }
            Optional<String> from = device(devices, words[0]);
            Optional<String> to = device(devices, words[1]);
            if (from.isPresent() && to.isPresent() && crossesRoots(remark.host(), from.get(), to.get())) {
                found.add(new Rerouting(
                        remark.host(),
                        from.get(),
                        to.get(),
                        file,
                        remark.remark().evidence()));
            }
        }
        return found;
    }

    /** The devices that a log lists, in index order. */
    List<String> devicesIn(String host, String file) {
        return context.remarks(Remark.Kind.DEVICES_USED).stream()
                .filter(r -> r.host().equals(host))
                .filter(r -> r.remark().evidence().file().equals(file))
                .map(r -> List.of(r.value().split(",", -1)))
                .findFirst()
                .orElse(List.of());
    }

    private static Optional<String> device(List<String> devices, String index) {
        return Context.number(index).filter(i -> i < devices.size()).map(devices::get);
    }

    private boolean crossesRoots(String host, String from, String to) {
        Optional<Function> a = byDevice(host, from);
        Optional<Function> b = byDevice(host, to);
        if (a.isPresent() && b.isPresent()) {
            return a.get().plane() != b.get().plane();
        }
        Optional<DeviceName> one = DeviceName.ofRdmaDevice(from);
        Optional<DeviceName> other = DeviceName.ofRdmaDevice(to);
        return one.isPresent()
                && other.isPresent()
                && one.get().domain() != other.get().domain();
    }

    /** The function of a device. */
    Optional<Function> byDevice(String host, String device) {
        return context.functionsOf(host).stream()
                .filter(f -> f.device().filter(d -> d.name().equals(device)).isPresent()
                        || f.device().isEmpty() && isSameFunction(f, device))
                .findFirst();
    }

    private static boolean isSameFunction(Function function, String device) {
        Optional<DeviceName> rdma = DeviceName.ofRdmaDevice(device);
        return function.netdev()
                .flatMap(n -> DeviceName.ofNetdev(n.name()))
                .filter(n -> rdma.filter(n::isSameFunction).isPresent())
                .isPresent();
    }
}
