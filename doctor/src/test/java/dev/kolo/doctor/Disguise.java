package dev.kolo.doctor;

import dev.kolo.fabric.address.Ipv4Address;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Rewrites pasted text by a seed: other host names, other addresses and device names of the same structure, so that a
 * test notices a check that is keyed to a sample. Loopback and link-local addresses keep their meaning and stay.
 */
final class Disguise implements UnaryOperator<String> {
    private static final Pattern ADDRESS =
            Pattern.compile("\\b(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})(/24)?\\b");
    private static final Pattern MAPPED_GID = Pattern.compile("ffff:([0-9a-f]{4}):([0-9a-f]{4})");
    private static final Pattern DEVICE = Pattern.compile("\\b(enP|en|roceP|roce)(2)?p1s0f");

    private final Map<Integer, Integer> networks = new HashMap<>();
    private final Map<String, String> names = new HashMap<>();
    private final Random random;
    private final int shift;
    private final int bus;
    private final int domain;
    private final int prefixLength;

    Disguise(long seed, List<String> hosts) {
        random = new Random(seed);
        shift = random.nextInt(256);
        bus = 1 + random.nextInt(200);
        domain = 1 + random.nextInt(9);
        prefixLength = 24 + random.nextInt(3);
        List<String> pool = new ArrayList<>(List.of("athens", "Berlin", "cork", "delft", "espoo", "fes"));
        java.util.Collections.shuffle(pool, random);
        for (int i = 0; i < hosts.size(); i++) {
            names.put(hosts.get(i), pool.get(i) + "-gx" + (i + 1));
        }
    }

    @Override
    public String apply(String text) {
        String out = MAPPED_GID.matcher(text).replaceAll(this::gid);
        out = ADDRESS.matcher(out).replaceAll(this::address);
        out = DEVICE.matcher(out).replaceAll(m -> m.group(1) + (m.group(2) == null ? "" : domain) + "p" + bus + "s0f");
        for (Map.Entry<String, String> name : names.entrySet()) {
            out = Pattern.compile("(?<![A-Za-z0-9])" + Pattern.quote(name.getKey()) + "(?![A-Za-z0-9])")
                    .matcher(out)
                    .replaceAll(name.getValue());
        }
        return out;
    }

    private String gid(MatchResult match) {
        int bits = Integer.parseUnsignedInt(match.group(1) + match.group(2), 16);
        String hex = String.format("%08x", changed(new Ipv4Address(bits)).bits());
        return "ffff:" + hex.substring(0, 4) + ":" + hex.substring(4);
    }

    private String address(MatchResult match) {
        return Ipv4Address.parse(match.group().replace("/24", ""))
                .map(a -> changed(a) + (match.group(5) == null ? "" : "/" + prefixLength))
                .orElse(match.group());
    }

    private Ipv4Address changed(Ipv4Address address) {
        boolean netmask = address.bits() >>> 24 == 255;
        if (address.isLoopback() || address.isLinkLocal() || netmask) {
            return address;
        }
        int network = networks.computeIfAbsent(address.bits() >>> 16, n -> freshNetwork());
        int third = (address.bits() >>> 8 & 255) + shift & 255;
        return new Ipv4Address(network << 16 | third << 8 | address.bits() & 255);
    }

    /** A network of 10.0.0.0/8 or 172.16.0.0/12 that was not given out yet. */
    private int freshNetwork() {
        int network = random.nextBoolean() ? 10 << 8 | random.nextInt(256) : 172 << 8 | 16 + random.nextInt(16);
        return networks.containsValue(network) ? freshNetwork() : network;
    }
}
