package dev.kolo.wire.settings;

import dev.kolo.fabric.lanes.PairingLimits;
import dev.kolo.wire.layout.PayloadForm;
import dev.kolo.wire.schedule.ScheduleKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Reads the settings from flags, variables and the cluster file, in this order of precedence, and lists everything that is
 * wrong with them at once. A variable that looks like ours and is none is a problem, too: a misspelt limit would be
 * ignored in silence.
 */
public final class SettingsReader {
    private static final int KIB = 1024;

    private final List<String> problems = new ArrayList<>();
    private final Map<Setting, Given> given = new EnumMap<>(Setting.class);

    private SettingsReader() {}

    /**
     * Reads them.
     *
     * @param flags by {@link Setting#key}, as typed
     * @param file the cluster file's section, by key
     * @param environment all variables of the process
     */
    public static SettingsReading read(
            Map<String, String> flags, Map<String, String> file, Map<String, String> environment) {
        return read(flags, file, Map.of(), environment);
    }

    /**
     * Reads them from a file whose values have places.
     *
     * @param flags by {@link Setting#key}, as typed
     * @param file the cluster file's section, by key
     * @param places where each value of it stands, e.g. {@code kolo.yaml:14:10}, by key
     * @param environment all variables of the process
     */
    public static SettingsReading read(
            Map<String, String> flags,
            Map<String, String> file,
            Map<String, String> places,
            Map<String, String> environment) {
        SettingsReader reader = new SettingsReader();
        reader.collect(flags, file, places, environment);
        Optional<WireSettings> settings = reader.settings();
        return settings.isPresent() && reader.problems.isEmpty()
                ? new SettingsReading.Good(settings.get())
                : new SettingsReading.Bad(reader.problems);
    }

    private void collect(
            Map<String, String> flags,
            Map<String, String> file,
            Map<String, String> places,
            Map<String, String> environment) {
        new TreeMap<>(file).forEach((key, value) -> {
            String place = places.getOrDefault(key, "");
            put(Setting.ofKey(key), (place.isEmpty() ? "" : place + ": ") + "wire." + key, value);
        });
        new TreeMap<>(environment).forEach((name, value) -> {
            if (Setting.isOurs(name)) {
                put(Setting.ofVariable(name), name, value);
            }
        });
        new TreeMap<>(flags).forEach((key, value) -> put(Setting.ofKey(key), "--" + key, value));
    }

    private void put(Optional<Setting> setting, String source, String value) {
        if (setting.isPresent()) {
            given.put(setting.get(), new Given(source, value.strip()));
        } else {
            problems.add(source + " is no setting of the wire: there are "
                    + String.join(
                            ", ",
                            Arrays.stream(Setting.values())
                                    .map(s -> like(source, s))
                                    .toList()));
        }
    }

    /** A setting's name in the form that the unknown one has. */
    private static String like(String source, Setting setting) {
        if (source.startsWith("--")) {
            return setting.flag();
        }
        return Setting.isOurs(source) ? setting.variable() : setting.key();
    }

    private Optional<WireSettings> settings() {
        int world = number(Setting.WORLD, 2, WireSettings.MAX_WORLD);
        int rank = number(Setting.RANK, 0, WireSettings.MAX_WORLD - 1);
        Optional<Endpoint> rendezvous = endpoint();
        WaitsRead waits = waits();
        int limitBytes = size();
        if (world > 0 && rank >= world) {
            wrong(Setting.RANK, "0 to " + (world - 1) + ", since world is " + world);
        }
        String token = text(Setting.TOKEN);
        if (token.isEmpty() && rendezvous.isPresent() && !rendezvous.get().isLoopback()) {
            problems.add(
                    Setting.TOKEN.variable() + " is not set: without a token anyone in the management network could"
                            + " join at " + rendezvous.get() + "; give all ranks the same one");
        }
        PairingLimits limits = new PairingLimits(
                Math.max(1, number(Setting.LANES, 1, 4)), Math.max(1, number(Setting.DEVICE_LIMIT, 1, 16)));
        Use use = choice(Setting.USE, Use.values());
        Fallback fallback = choice(Setting.FALLBACK, Fallback.values());
        Progress progress = choice(Setting.PROGRESS, Progress.values());
        PayloadForm form = choice(Setting.FORM, PayloadForm.values());
        OrderCheck orderCheck = choice(Setting.ORDER_CHECK, OrderCheck.values());
        String schedule = schedule();
        long nap = nap();
        OptionalLong spin = spin();
        OptionalInt pin =
                text(Setting.PIN).isEmpty() ? OptionalInt.empty() : OptionalInt.of(number(Setting.PIN, 0, 4095));
        NicTuning nic = new NicTuning(
                number(Setting.TRAFFIC_CLASS, 0, 255),
                number(Setting.NIC_TIMEOUT, 8, 22),
                text(Setting.NIC_RETRIES).isEmpty()
                        ? OptionalInt.empty()
                        : OptionalInt.of(number(Setting.NIC_RETRIES, 1, 7)));
        if (!problems.isEmpty() || rendezvous.isEmpty() || waits.waits().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new WireSettings(
                use,
                world,
                rank,
                rendezvous.get(),
                token,
                devices(),
                limits,
                fallback,
                limitBytes,
                waits.waits().get(),
                progress,
                pin,
                nap,
                spin,
                schedule,
                form,
                orderCheck,
                nic));
    }

    private WaitsRead waits() {
        long serving = time(Setting.WAIT);
        long startup = time(Setting.STARTUP_WAIT);
        long setup = time(Setting.SETUP_WAIT);
        long grace = time(Setting.GRACE);
        long lanGrace = time(Setting.LAN_GRACE);
        boolean good = serving > 0 && startup > 0 && setup > 0 && grace > 0 && lanGrace > 0;
        return new WaitsRead(
                good ? Optional.of(new Waits(serving, startup, setup, grace, lanGrace)) : Optional.empty());
    }

    private long time(Setting setting) {
        Optional<Long> nanos = Words.nanos(text(setting)).filter(n -> n > 0 && n <= 86_400_000_000_000L);
        if (nanos.isEmpty()) {
            wrong(setting, "a time like 60s, 1.5s or 500ms, at most a day");
        }
        return nanos.orElse(0L);
    }

    private long nap() {
        Optional<Long> nanos = Words.nanos(text(Setting.NAP)).filter(n -> n >= 1_000 && n <= 1_000_000);
        if (nanos.isEmpty()) {
            wrong(Setting.NAP, "1us to 1ms");
        }
        return nanos.orElse(0L);
    }

    private OptionalLong spin() {
        if (text(Setting.SPIN).isEmpty()) {
            return OptionalLong.empty();
        }
        Optional<Long> nanos = Words.nanos(text(Setting.SPIN)).filter(n -> n >= 10_000 && n <= 60_000_000_000L);
        if (nanos.isEmpty()) {
            wrong(Setting.SPIN, "10us to 60s");
        }
        return OptionalLong.of(nanos.orElse(0L));
    }

    /** A word that nobody knows would otherwise mean "auto" in silence. */
    private String schedule() {
        String text = text(Setting.SCHEDULE);
        if (!text.equals("auto") && ScheduleKind.ofWord(text).isEmpty()) {
            String kinds =
                    Arrays.stream(ScheduleKind.values()).map(ScheduleKind::word).collect(Collectors.joining(", "));
            wrong(Setting.SCHEDULE, "one of auto, " + kinds);
        }
        return text;
    }

    private int size() {
        Optional<Long> bytes = Words.bytes(text(Setting.LIMIT)).filter(b -> b >= 4 * KIB && b <= 16L * KIB * KIB);
        if (bytes.isEmpty()) {
            wrong(Setting.LIMIT, "4KiB to 16MiB");
        }
        return Math.toIntExact(bytes.orElse(0L));
    }

    private int number(Setting setting, int least, int most) {
        String text = text(setting);
        if (text.matches("\\d{1,6}")) {
            int value = Integer.parseInt(text);
            if (value >= least && value <= most) {
                return value;
            }
        }
        wrong(setting, least + " to " + most);
        return -1;
    }

    private <E extends Enum<E>> E choice(Setting setting, E[] values) {
        Optional<E> value = Words.choice(values, text(setting));
        if (value.isEmpty()) {
            wrong(setting, "one of " + Words.list(values));
        }
        return value.orElse(values[0]);
    }

    private Optional<Endpoint> endpoint() {
        String text = text(Setting.RENDEZVOUS);
        int colon = text.lastIndexOf(':');
        String port = text.substring(colon + 1);
        String host = colon < 0 ? "" : text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (host.contains(":")) {
            host = "";
        }
        if (!host.matches("[A-Za-z0-9:._%-]+") || !port.matches("\\d{1,5}") || Integer.parseInt(port) > 65_535) {
            wrong(Setting.RENDEZVOUS, "HOST:PORT, an IPv6 address in brackets");
            return Optional.empty();
        }
        return Optional.of(new Endpoint(host, Integer.parseInt(port)));
    }

    private List<String> devices() {
        return Arrays.stream(text(Setting.DEVICES).split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    private String text(Setting setting) {
        Given value = given.get(setting);
        return value == null ? setting.usual() : value.text();
    }

    private void wrong(Setting setting, String possible) {
        Given value = given.get(setting);
        problems.add(
                value == null
                        ? setting.variable() + " is not set: " + setting.meaning()
                        : value.source() + " is \"" + value.text() + "\", possible is " + possible);
    }

    /** A value and where it stands. */
    private record Given(String source, String text) {}

    /** Waits, when all of them could be read. */
    private record WaitsRead(Optional<Waits> waits) {}
}
