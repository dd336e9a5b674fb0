package dev.kolo.page.ring;

import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Port;
import dev.kolo.fabric.topology.Segment;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.page.text.Text;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a picture of a fabric shows, whatever draws it: hosts, strands (cables), and beside them the numbers of the
 * findings that concern them. Findings of severity info leave no mark.
 *
 * @param shape the shape that was detected
 * @param hosts every host, in natural order
 * @param strands every cable
 * @param segments switched segments
 * @param general marks of findings that could be tied to no host and no cable
 */
public record Sketch(Shape shape, List<Host> hosts, List<Strand> strands, List<Segment> segments, List<Mark> general) {
    public Sketch {
        hosts = List.copyOf(hosts);
        strands = List.copyOf(strands);
        segments = List.copyOf(segments);
        general = List.copyOf(general);
    }

    /**
     * A host.
     *
     * @param name its name, raw
     * @param sockets its QSFP ports
     * @param marks findings that concern it and none of its cables
     */
    public record Host(String name, List<Socket> sockets, List<Mark> marks) {
        public Host {
            sockets = List.copyOf(sockets);
            marks = List.copyOf(marks);
        }

        /** A port without a cable, one with marks first. */
        public Optional<Socket> openSocket() {
            return sockets.stream()
                    .filter(s -> !s.cabled())
                    .max(Comparator.comparingInt(s -> s.marks().isEmpty() ? 0 : 1));
        }

        /** Its own marks and those of its ports without a cable, each once. */
        public List<Mark> allMarks() {
            return Stream.concat(marks.stream(), sockets.stream().flatMap(s -> s.marks().stream()))
                    .distinct()
                    .toList();
        }

        /** The name to show; the unnamed host of loose files gets words instead. */
        public String shownName() {
            return name.isEmpty() ? "this host" : name;
        }
    }

    /**
     * A port of a host.
     *
     * @param port which one
     * @param state UP when any of its functions is
     * @param cabled whether a cable of the sketch ends here
     * @param marks findings that name it or a function of it, when it has no cable
     */
    public record Socket(Port port, LinkState state, boolean cabled, List<Mark> marks) {
        public Socket {
            marks = List.copyOf(marks);
        }

        /** What is to be said of a port without a cable. */
        String stateWords() {
            return switch (state) {
                case UP -> "no neighbour seen";
                case DOWN -> "no link";
                case UNKNOWN -> "not seen";
            };
        }
    }

    /**
     * A cable.
     *
     * @param a one plug
     * @param b the other plug
     * @param planes what each plane shows over it, in plane order
     * @param marks findings that concern it, each once
     */
    public record Strand(Port a, Port b, List<Plane> planes, List<Mark> marks) {
        public Strand {
            planes = List.copyOf(planes);
            marks = List.copyOf(marks);
        }

        /** True when something physical shows it; otherwise addresses alone claim it. */
        public boolean isSeen() {
            return planes.stream().anyMatch(p -> p.basis() == Basis.SEEN);
        }

        /** How many planes have a link over it. */
        public long linkedPlanes() {
            return planes.stream().filter(p -> p.basis() != Basis.ABSENT).count();
        }

        public boolean joins(String host, String other) {
            return a.host().equals(host) && b.host().equals(other)
                    || a.host().equals(other) && b.host().equals(host);
        }

        /** The plug at a host's end. */
        public Port at(String host) {
            return a.host().equals(host) ? a : b;
        }

        /** The worst severity of its marks; empty for a sound cable. */
        public Optional<Severity> worst() {
            return Sketch.worst(marks);
        }
    }

    /** How one plane's link over a cable is known. */
    public enum Basis {
        /** Something physical shows it: a MAC, LLDP. */
        SEEN,
        /** Addresses or people claim it. */
        CLAIMED,
        /** The plane has a function at each end, and nothing joins them. */
        ABSENT
    }

    /**
     * One plane's link over a cable.
     *
     * @param index the plane, 0 first
     * @param name its PCI root
     * @param functionA name of the function at end a
     * @param functionB name of the function at end b
     * @param basis how it is known
     * @param subnets the subnet of both ends, "x ≠ y" when they differ, empty without addresses
     * @param marks findings that name one of its functions
     */
    public record Plane(
            int index, String name, String functionA, String functionB, Basis basis, String subnets, List<Mark> marks) {
        public Plane {
            marks = List.copyOf(marks);
        }

        /** The subnets in at most so many columns: all, the first and how many more, or that the ends differ. */
        String subnetsWithin(int columns) {
            if (subnets.length() <= columns) {
                return subnets;
            }
            int blank = subnets.indexOf(' ');
            String brief = subnets.contains("≠")
                    ? "ends differ"
                    : blank < 0 ? subnets : subnets.substring(0, blank) + " +" + (subnets.split(" ", -1).length - 1);
            return Text.fit(brief, columns);
        }
    }

    /** Sketches a fabric; the n-th finding of the list gets the number n. */
    public static Sketch of(Fabric fabric, List<Finding> findings) {
        return new SketchBuilder(fabric, findings).build();
    }

    /** The port's short name in a picture: p0, or c1p0 on a second card. */
    public static String shortName(Port port) {
        return port.card() == 0 ? "p" + port.number() : "c" + port.card() + "p" + port.number();
    }

    static Optional<Severity> worst(List<Mark> marks) {
        return marks.stream().map(Mark::severity).min(Comparator.naturalOrder());
    }
}
