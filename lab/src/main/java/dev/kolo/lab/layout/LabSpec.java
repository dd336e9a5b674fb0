package dev.kolo.lab.layout;

import dev.kolo.fabric.topology.Shape;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What kind of lab is wished for.
 *
 * @param shape how the hosts are cabled: pair, path, ring or switched
 * @param hosts how many
 * @param cables how many cables a pair has, 1 or 2; 1 for other shapes, whose cables follow from the hosts
 * @param planes 1 or 2
 * @param mtuBytes MTU of the fabric's interfaces
 * @param addressed whether the fabric's interfaces have IPv4 addresses
 * @param swapped the host, counted from 0, whose two plugs sit in each other's place
 * @param names what everything is called
 * @param memoryMib memory of a guest
 */
public record LabSpec(
        Shape.Kind shape,
        int hosts,
        int cables,
        int planes,
        int mtuBytes,
        boolean addressed,
        OptionalInt swapped,
        LabNames names,
        int memoryMib) {
    /** The MTU that relays need, and that RoCE's largest packet (4096 bytes) fits in. */
    public static final int USUAL_MTU_BYTES = 9000;

    /** Room for a Debian kernel, a shell and a small JVM. */
    public static final int USUAL_MEMORY_MIB = 256;

    /** The third number of an address is the cable's, the last byte of a MAC's first half the host's. */
    public static final int MOST_HOSTS = 64;

    private static final int LEAST_MEMORY_MIB = 128;

    /** Hosts named and set up as Sparks, with two planes. */
    public static LabSpec of(Shape.Kind shape, int hosts) {
        return new LabSpec(
                shape, hosts, 1, 2, USUAL_MTU_BYTES, true, OptionalInt.empty(), LabNames.SPARK, USUAL_MEMORY_MIB);
    }

    /** Why there can be no such lab, as one sentence with what to do; empty when there can. */
    public Optional<String> problem() {
        int least = shape == Shape.Kind.RING ? 3 : 2;
        int most = shape == Shape.Kind.PAIR ? 2 : MOST_HOSTS;
        if (shape == Shape.Kind.NONE) {
            return Optional.of("a lab is a pair, path, ring or switched");
        }
        if (hosts < least || hosts > most) {
            return Optional.of("a " + shape.word() + " has " + (least == most ? "" + least : least + " to " + most)
                    + " hosts in a lab, not " + hosts);
        }
        if (cables != 1 && (cables != 2 || shape != Shape.Kind.PAIR)) {
            return Optional.of("a pair has 1 or 2 cables, other shapes as many as they need; not " + cables);
        }
        if (planes < 1 || planes > 2) {
            return Optional.of("a lab has 1 or 2 planes, not " + planes);
        }
        if (mtuBytes < 1280 || mtuBytes > 9000) {
            return Optional.of("the MTU is 1280 to 9000 bytes, not " + mtuBytes);
        }
        if (memoryMib < LEAST_MEMORY_MIB) {
            return Optional.of("a guest needs " + LEAST_MEMORY_MIB + " MiB at least, not " + memoryMib);
        }
        if (swapped.isPresent() && shape == Shape.Kind.SWITCHED) {
            return Optional.of("on a switch no plug can be in another's place");
        }
        for (int i = 0; i < hosts; i++) {
            for (int j = 0; j < i; j++) {
                if (names.host(i).equals(names.host(j))) {
                    return Optional.of("two hosts are called \"" + names.host(i) + "\": name " + hosts
                            + " hosts in the file of names");
                }
            }
        }
        return Optional.empty();
    }

    public LabSpec withCables(int value) {
        return new LabSpec(shape, hosts, value, planes, mtuBytes, addressed, swapped, names, memoryMib);
    }

    public LabSpec withPlanes(int value) {
        return new LabSpec(shape, hosts, cables, value, mtuBytes, addressed, swapped, names, memoryMib);
    }

    public LabSpec withMtuBytes(int value) {
        return new LabSpec(shape, hosts, cables, planes, value, addressed, swapped, names, memoryMib);
    }

    public LabSpec withAddressed(boolean value) {
        return new LabSpec(shape, hosts, cables, planes, mtuBytes, value, swapped, names, memoryMib);
    }

    public LabSpec withSwapped(OptionalInt value) {
        return new LabSpec(shape, hosts, cables, planes, mtuBytes, addressed, value, names, memoryMib);
    }

    public LabSpec withNames(LabNames value) {
        return new LabSpec(shape, hosts, cables, planes, mtuBytes, addressed, swapped, value, memoryMib);
    }

    public LabSpec withMemoryMib(int value) {
        return new LabSpec(shape, hosts, cables, planes, mtuBytes, addressed, swapped, names, value);
    }
}
