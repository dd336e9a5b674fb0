package dev.kolo.probe.redact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.Ipv6Address;
import dev.kolo.fabric.address.MacAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Images of addresses: related as their originals are, in the same block, and of nobody. */
class AddressImagesTest {
    private static final int SEEDS = 120;

    private static int common(int x, int y) {
        return Integer.numberOfLeadingZeros(x ^ y);
    }

    private static String block(Ipv4Address address) {
        int bits = address.bits();
        if (bits >>> 24 == 10) {
            return "10/8";
        }
        if (bits >>> 20 == 0xac1) {
            return "172.16/12";
        }
        if (bits >>> 16 == 0xc0a8) {
            return "192.168/16";
        }
        return bits >>> 22 == 0x191 ? "100.64/10" : address.isLinkLocal() ? "169.254/16" : "public";
    }

    /** An address near to others: subnets of every length come about. */
    private static Ipv4Address near(Random random, List<Ipv4Address> others) {
        int[] bases = {10 << 24, 0xac10_0000, 0xc0a8_0000, 0x6440_0000, 0xa9fe_0000, 0x8184_0000, 0xd5c7_0000};
        int base = bases[random.nextInt(bases.length)];
        int kept = base == 10 << 24 ? 8 : base == 0xac10_0000 ? 12 : base == 0x6440_0000 ? 10 : 16;
        int bits = base | random.nextInt() >>> kept;
        if (!others.isEmpty() && random.nextInt(3) > 0) {
            int shared = 16 + random.nextInt(16);
            int other = others.get(random.nextInt(others.size())).bits();
            bits = other & -1 << 32 - shared | random.nextInt() >>> shared;
        }
        return new Ipv4Address(bits);
    }

    @Test
    void shareAsManyLeadingBitsAsTheirOriginals() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            Ipv4Images images = new Ipv4Images();
            List<Ipv4Address> all = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                all.add(near(random, all));
            }
            all.forEach(images::learn);
            images.settle();
            for (Ipv4Address x : all) {
                assertThat(block(images.image(x)))
                        .as("block of %s, seed %d", x, seed)
                        .isEqualTo(block(x));
                for (Ipv4Address y : all) {
                    int was = common(x.bits(), y.bits());
                    int is = common(images.image(x).bits(), images.image(y).bits());
                    boolean related = block(x).equals(block(y)) && (was >= 16 || !block(x).equals("public"));
                    boolean asBefore = related ? is == was : is < 32 == was < 32;
                    if (!asBefore) {
                        fail("%s and %s shared %d bits, now %d, seed %d", x, y, was, is, seed);
                    }
                }
            }
        }
    }

    @Test
    void ofNetworksAreNetworks() {
        Ipv4Images images = new Ipv4Images();
        List<String> texts = List.of("10.10.3.0", "10.10.3.7", "10.10.0.0", "10.0.0.0", "172.31.0.0", "172.31.9.1");
        texts.forEach(t -> images.learn(Ipv4Address.parse(t).orElseThrow()));
        images.settle();

        assertThat(images.image(Ipv4Address.parse("10.10.3.0").orElseThrow()).bits() & 0xff)
                .isZero();
        assertThat(images.image(Ipv4Address.parse("10.10.0.0").orElseThrow()).bits() & 0xffff)
                .isZero();
        assertThat(images.image(Ipv4Address.parse("10.0.0.0").orElseThrow())).hasToString("10.0.0.0");
        assertThat(images.image(Ipv4Address.parse("172.31.0.0").orElseThrow()).bits() & 0xffff)
                .isZero();
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1", "0.0.0.0", "255.255.255.0", "255.255.255.252", "224.0.0.251", "255.255.255.255"})
    void leaveWhatStandsForNobody(String text) {
        Ipv4Images images = new Ipv4Images();
        Ipv4Address address = Ipv4Address.parse(text).orElseThrow();
        images.learn(address);
        images.settle();

        assertThat(images.image(address)).isEqualTo(address);
    }

    @Test
    void ofPublicAddressesAreNeverPublic() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            Ipv4Images images = new Ipv4Images();
            List<Ipv4Address> all = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                all.add(new Ipv4Address(random.nextInt()));
            }
            all.forEach(images::learn);
            images.settle();
            for (Ipv4Address address : all) {
                int first = images.image(address).bits() >>> 24;
                assertThat(block(images.image(address)).equals("public") && !Ipv4Images.isPlain(address))
                        .as("%s became %s, seed %d", address, images.image(address), seed)
                        .isEqualTo(first == 198 || first >= 240);
            }
        }
    }

    @Test
    void ofIpv6KeepPrefixesAndTheMacInside() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            MacImages macs = new MacImages();
            Ipv6Images images = new Ipv6Images(new Ipv4Images(), macs);
            List<Ipv6Address> all = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                long network = (random.nextBoolean() ? 0xfd12_3456_0000_0000L : 0x2a02_0123_0000_0000L)
                        | random.nextInt(4) << 16
                        | random.nextInt(4);
                all.add(new Ipv6Address(network, random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(512)));
            }
            MacAddress mac = new MacAddress(random.nextLong() & 0xfeff_ffff_ffffL);
            all.add(Ipv6Address.linkLocalOf(mac));
            all.forEach(images::learn);
            images.settle();
            macs.settle();
            List<Ipv6Address> after = all.stream().map(images::image).toList();
            for (int i = 0; i < all.size(); i++) {
                for (int j = 0; j < i; j++) {
                    Ipv6Address x = all.get(i);
                    Ipv6Address y = all.get(j);
                    long apart = x.high() ^ y.high();
                    long now = after.get(i).high() ^ after.get(j).high();
                    boolean related = x.high() >>> 32 == y.high() >>> 32;
                    boolean asBefore = !related || Long.numberOfLeadingZeros(now) == Long.numberOfLeadingZeros(apart);
                    if (!asBefore || after.get(i).equals(after.get(j)) != x.equals(y)) {
                        fail("%s and %s became %s and %s, seed %d", x, y, after.get(i), after.get(j), seed);
                    }
                }
            }
            assertThat(images.image(Ipv6Address.linkLocalOf(mac))).isEqualTo(Ipv6Address.linkLocalOf(macs.image(mac)));
        }
    }

    @Test
    void ofMacsDifferAndAreLocallyAdministered() {
        for (long seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            MacImages images = new MacImages();
            List<MacAddress> all = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                all.add(new MacAddress(random.nextLong() & 0xfeff_ffff_ffffL));
            }
            all.forEach(images::learn);
            images.settle();
            assertThat(new HashSet<>(all.stream().map(images::image).toList())).hasSameSizeAs(new HashSet<>(all));
            assertThat(all).allMatch(m -> (images.image(m).bits() >>> 40 & 3) == 2);
        }
    }
}
