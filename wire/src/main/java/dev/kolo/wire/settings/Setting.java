package dev.kolo.wire.settings;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Every setting of the wire: its name on the command line and in the cluster file, the variable of the same name, whether
 * all ranks must agree on it, and the words for it. The one list of them.
 */
public enum Setting {
    USE("use", "auto", true, "auto, on or off"),
    WORLD("world", "", true, "number of ranks, 2 to 16"),
    RANK("rank", "", false, "this rank, 0 first"),
    RENDEZVOUS("rendezvous", "", false, "HOST:PORT where rank 0 listens, in the management network"),
    TOKEN("token", "", false, "the word that all ranks share; better given as a variable, since others see flags"),
    DEVICES("devices", "", false, "RDMA devices to use, comma-separated; empty: chosen from facts"),
    DEVICE_LIMIT("device-limit", "2", false, "most devices a rank, 1 to 16; 4 with relayed lanes"),
    LANES("lanes", "2", true, "most lanes a peer, 1 to 4"),
    FALLBACK("fallback", "tcp", true, "tcp, nccl or refuse"),
    LIMIT("limit", "256KiB", true, "largest payload a rank on the wire's slots, 4KiB to 16MiB"),
    WAIT("wait", "60s", false, "longest wait for a peer while serving"),
    STARTUP_WAIT("startup-wait", "600s", false, "longest wait for a peer until the first operation is done"),
    SETUP_WAIT("setup-wait", "300s", false, "longest time until all ranks have met and agreed"),
    GRACE("grace", "1s", false, "how long to look for the root of a failure"),
    LAN_GRACE("lan-grace", "300s", false, "how long the management network may be silent"),
    PROGRESS("progress", "caller", false, "caller or thread"),
    PIN("pin", "", false, "the CPU that the progress thread stays on; empty: none"),
    NAP("nap", "20us", false, "shortest nap of an idle progress thread, 1us to 1ms"),
    SPIN(
            "spin",
            "",
            false,
            "how long a rank that waits spins before it naps, 10us to 60s; empty: 1s, a progress thread 5ms"),
    SCHEDULE("schedule", "auto", true, "the one schedule to take wherever it serves; auto: by size and shape"),
    FORM("form", "plain", true, "payload form: plain, ll8 or ll16"),
    TRAFFIC_CLASS("traffic-class", "0", false, "traffic class of RDMA packets, 0 to 255"),
    NIC_TIMEOUT(
            "nic-timeout",
            "14",
            false,
            "how long an RDMA NIC waits for an answer before it asks again: 4.096 us times 2 to this power, 8 to 22"),
    NIC_RETRIES(
            "nic-retries",
            "",
            false,
            "how often an RDMA NIC asks again, 1 to 7; empty: 7, on soft RoCE 6, since 7 never ends there"),
    ORDER_CHECK(
            "order-check",
            "auto",
            false,
            "try that payload comes before its flag: auto (where only the NIC orders them), on or off");

    private static final String PREFIX = "KOLO_WIRE_";

    private final String key;
    private final String usual;
    private final boolean agreed;
    private final String meaning;

    Setting(String key, String usual, boolean agreed, String meaning) {
        this.key = key;
        this.usual = usual;
        this.agreed = agreed;
        this.meaning = meaning;
    }

    /** The name in the cluster file; the flag is this with two dashes. */
    public String key() {
        return key;
    }

    public String flag() {
        return "--" + key;
    }

    public String variable() {
        return PREFIX + key.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    /** The default as a person would write it; empty where there is none. */
    public String usual() {
        return usual;
    }

    /** True when all ranks must have the same value: it is part of the digest. */
    public boolean isAgreed() {
        return agreed;
    }

    /** What it is and which values it takes, for help and refusals. */
    public String meaning() {
        return meaning;
    }

    /** The setting with this name in the cluster file. */
    public static Optional<Setting> ofKey(String key) {
        return Arrays.stream(values()).filter(s -> s.key.equals(key)).findFirst();
    }

    /** The setting that this environment variable gives. */
    public static Optional<Setting> ofVariable(String variable) {
        return Arrays.stream(values())
                .filter(s -> s.variable().equals(variable))
                .findFirst();
    }

    /** True for variables that look as if they were ours. */
    public static boolean isOurs(String variable) {
        return variable.startsWith(PREFIX);
    }

    /** Those on which all ranks must agree, in order. */
    public static List<Setting> agreed() {
        return Arrays.stream(values()).filter(Setting::isAgreed).toList();
    }
}
