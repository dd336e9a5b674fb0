package dev.kolo.config;

import java.util.List;

/**
 * The keys of the section {@code wire}. What they mean is the wire's to say; a test of the command compares this list with the
 * wire's own, since this module knows nothing of the wire.
 */
public final class WireKeys {
    /** All of them, in the order of the wire's list. */
    public static final List<String> ALL = List.of(
            "use",
            "world",
            "rank",
            "rendezvous",
            "token",
            "devices",
            "device-limit",
            "lanes",
            "fallback",
            "limit",
            "wait",
            "startup-wait",
            "setup-wait",
            "grace",
            "lan-grace",
            "progress",
            "pin",
            "nap",
            "spin",
            "schedule",
            "form",
            "traffic-class",
            "nic-timeout",
            "nic-retries",
            "order-check");

    private WireKeys() {}
}
