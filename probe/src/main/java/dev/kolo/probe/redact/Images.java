package dev.kolo.probe.redact;

import dev.kolo.fabric.address.Gid;
import dev.kolo.fabric.address.Guid;
import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.Ipv6Address;
import dev.kolo.fabric.address.MacAddress;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What each value becomes: learned first, then settled, then asked. An image has the form in which its original stood. */
final class Images {
    private static final int FULL_GROUPS = 39;

    private final Ipv4Images ipv4 = new Ipv4Images();
    private final MacImages macs = new MacImages();
    private final Ipv6Images ipv6 = new Ipv6Images(ipv4, macs);
    private final NameImages names = new NameImages();
    private final Counted guids = new Counted();
    private final Map<Sort, Counted> others = new TreeMap<>();

    NameImages names() {
        return names;
    }

    void learn(Span span) {
        String value = span.value();
        switch (span.sort()) {
            case IPV4 -> Ipv4Address.parse(value).ifPresent(ipv4::learn);
            case IPV6 -> ipv6(value).ifPresent(ipv6::learn);
            case MAC -> mac(value).ifPresent(macs::learn);
            case GUID -> {
                Optional<MacAddress> inside = macIn(guid(value));
                inside.ifPresentOrElse(macs::learn, () -> guids.learn(digits(value)));
            }
            case HOST, USER, DOMAIN, NETWORK -> names.learn(span.sort(), value);
            case SERIAL, UUID, SECRET, HEX -> counted(span.sort()).learn(value);
        }
    }

    void learn(PeditFinder.Key key) {
        if (key.writesUpper()) {
            macs.learn(key.upper(), key.value() >>> 16);
        }
        if (key.writesLower()) {
            macs.learn(key.lower(), key.value() & 0xffff);
        }
    }

    void settle() {
        ipv4.settle();
        ipv6.settle();
        macs.settle();
        guids.number();
        others.values().forEach(Counted::number);
        names.settle();
    }

    /** What a value becomes. */
    String of(Span span) {
        String value = span.value();
        return switch (span.sort()) {
            case IPV4 ->
                Ipv4Address.parse(value).map(a -> ipv4.image(a).toString()).orElse(value);
            case IPV6 -> ipv6(value).map(a -> ipv6(value, ipv6.image(a))).orElse(value);
            case MAC ->
                mac(value)
                        .map(m -> like(value, digits(macs.image(m).toString())))
                        .orElse(value);
            case GUID -> like(value, guidImage(value));
            case HOST, USER, DOMAIN, NETWORK -> names.of(span.sort(), value);
            case SERIAL -> "SERIAL-" + counted(Sort.SERIAL).of(value);
            case SECRET -> "REDACTED-" + counted(Sort.SECRET).of(value);
            case UUID ->
                String.format(
                        Locale.ROOT,
                        "00000000-0000-4000-8000-%012x",
                        counted(Sort.UUID).of(value));
            case HEX ->
                String.format(
                        Locale.ROOT,
                        "%0" + value.length() + "x",
                        counted(Sort.HEX).of(value));
        };
    }

    /** The image of a key's value, with as many digits as it had. */
    String of(PeditFinder.Key key) {
        int value = key.value();
        if (key.writesUpper()) {
            value = macs.image(key.upper(), value >>> 16) << 16 | value & 0xffff;
        }
        if (key.writesLower()) {
            value = value & 0xffff_0000 | macs.image(key.lower(), value & 0xffff);
        }
        return String.format(Locale.ROOT, "%0" + (key.end() - key.start()) + "x", value);
    }

    private Counted counted(Sort sort) {
        return others.computeIfAbsent(sort, s -> new Counted());
    }

    private static Optional<Ipv6Address> ipv6(String value) {
        return RawGidFinder.parse(value).or(() -> Ipv6Address.parse(value));
    }

    /** The forms of an address that programs print: eight full groups, an IPv4 tail, the short form, NCCL's numbers. */
    private static String ipv6(String original, Ipv6Address image) {
        if (original.indexOf('/') > 0) {
            return RawGidFinder.format(image);
        }
        if (original.indexOf('.') > 0) {
            Optional<Ipv4Address> tail = Ipv6Images.mapped(image);
            int colon = original.lastIndexOf(':');
            return tail.map(t -> original.substring(0, colon + 1) + t).orElseGet(image::toString);
        }
        return original.length() == FULL_GROUPS ? new Gid(image.high(), image.low()).toString() : image.toString();
    }

    private static String digits(String value) {
        StringBuilder out = new StringBuilder(value.length());
        for (int i = 0; i < value.length(); i++) {
            if (Finder.isHex(value.charAt(i))) {
                out.append(value.charAt(i));
            }
        }
        return out.toString().toLowerCase(Locale.ROOT);
    }

    private static Optional<MacAddress> mac(String value) {
        String digits = digits(value);
        return digits.length() == 12 ? Optional.of(new MacAddress(Long.parseLong(digits, 16))) : Optional.empty();
    }

    /** A GUID, or the one at the end of an InfiniBand hardware address of 20 octets. */
    private static long guid(String value) {
        String digits = digits(value);
        return Long.parseUnsignedLong(digits.substring(Math.max(0, digits.length() - 16)), 16);
    }

    /** The MAC that a GUID was made from: as EUI-64, or with NVIDIA's 03 00 in its middle. */
    private static Optional<MacAddress> macIn(long guid) {
        if (new Guid(guid).isMadeFromMac()) {
            return MacAddress.ofInterfaceIdentifier(guid).filter(m -> !MacImages.isPlain(m));
        }
        boolean middle = (guid >>> 24 & 0xffff) == 0x0300;
        return middle
                ? Optional.of(new MacAddress(guid >>> 40 << 24 | guid & 0xff_ffff))
                        .filter(m -> !MacImages.isPlain(m))
                : Optional.empty();
    }

    private String guidImage(String value) {
        long guid = guid(value);
        Optional<MacAddress> inside = macIn(guid);
        if (inside.isEmpty()) {
            // 02:4b:4f is nobody's; what follows is the number of the GUID.
            return image16(0x024b_4f00_0000_0000L | guids.of(digits(value)));
        }
        MacAddress image = macs.image(inside.get());
        return image16(
                new Guid(guid).isMadeFromMac()
                        ? image.interfaceIdentifier()
                        : image.bits() >>> 24 << 40 | 0x0300L << 24 | image.bits() & 0xff_ffff);
    }

    private static String image16(long bits) {
        return String.format(Locale.ROOT, "%016x", bits);
    }

    /** Digits put where the original has digits, from the right; what stands before them becomes zeros. */
    private static String like(String original, String digits) {
        StringBuilder out = new StringBuilder(original);
        int next = digits.length() - 1;
        for (int i = original.length() - 1; i >= 0; i--) {
            if (Finder.isHex(original.charAt(i))) {
                out.setCharAt(i, next >= 0 ? digits.charAt(next--) : '0');
            }
        }
        return out.toString();
    }
}
