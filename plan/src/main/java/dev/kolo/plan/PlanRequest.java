package dev.kolo.plan;

import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.topology.Shape;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What is asked of the planner.
 *
 * @param shape the shape that the caller insists on; empty for whatever the cables make
 * @param relays how many relays a path may have
 * @param backend what forwards relayed frames
 * @param form which marks relayed traffic carries
 * @param marker path of the marker program on the hosts (hardware backend)
 * @param groups rank ranges between which no relayed frame may pass; empty for one group of all
 * @param pools where new addresses come from: one for all planes, or one a plane; empty for a range that no host uses
 * @param linkPrefixLength prefix length of new networks, one a link: 24, 30 or 31
 * @param comparedPrefixLength the length with which NCCL compares addresses; empty to choose
 * @param nccl which NCCL the engine loads
 * @param keepApart whether wire and NCCL use different functions
 * @param transitRoutes whether TCP between hosts without a common cable gets kernel routes through a neighbour
 * @param planes how many planes to use, from the first; empty for all
 * @param readdress whether present fabric addresses are given up, sound ones too
 */
public record PlanRequest(
        Optional<Shape.Kind> shape,
        Relays relays,
        Backend backend,
        RelayForm form,
        Optional<String> marker,
        List<RankRange> groups,
        List<Subnet> pools,
        int linkPrefixLength,
        Optional<Integer> comparedPrefixLength,
        Nccl nccl,
        boolean keepApart,
        boolean transitRoutes,
        OptionalInt planes,
        boolean readdress) {
    /** No relays, /24 networks from a free pool, the patched NCCL. */
    public static final PlanRequest DEFAULT = new PlanRequest(
            Optional.empty(),
            new Relays.Count(0),
            Backend.HARDWARE,
            RelayForm.TAG,
            Optional.empty(),
            List.of(),
            List.of(),
            24,
            Optional.empty(),
            Nccl.PATCHED,
            false,
            false,
            OptionalInt.empty(),
            false);

    public PlanRequest {
        groups = List.copyOf(groups);
        pools = List.copyOf(pools);
        if (marker.isPresent() && PlanNames.path(marker.get()).isEmpty()) {
            throw new IllegalArgumentException(
                    "the marker is an absolute path of letters, digits and ._+@-, got " + marker.get());
        }
        if (linkPrefixLength != 24 && linkPrefixLength != 30 && linkPrefixLength != 31) {
            throw new IllegalArgumentException("a link's prefix length is 24, 30 or 31, got " + linkPrefixLength);
        }
    }

    /** A builder that starts from this request. */
    public Builder with() {
        return new Builder(this);
    }

    public PlanRequest withRelays(Relays value) {
        return with().relays(value).build();
    }

    public PlanRequest withBackend(Backend value) {
        return with().backend(value).build();
    }

    public PlanRequest withGroups(List<RankRange> value) {
        return with().groups(value).build();
    }

    /** Builds a request from another one, field by field. */
    public static final class Builder {
        private Optional<Shape.Kind> shape;
        private Relays relays;
        private Backend backend;
        private RelayForm form;
        private Optional<String> marker;
        private List<RankRange> groups;
        private List<Subnet> pools;
        private int linkPrefixLength;
        private Optional<Integer> comparedPrefixLength;
        private Nccl nccl;
        private boolean keepApart;
        private boolean transitRoutes;
        private OptionalInt planes;
        private boolean readdress;

        private Builder(PlanRequest from) {
            shape = from.shape;
            relays = from.relays;
            backend = from.backend;
            form = from.form;
            marker = from.marker;
            groups = from.groups;
            pools = from.pools;
            linkPrefixLength = from.linkPrefixLength;
            comparedPrefixLength = from.comparedPrefixLength;
            nccl = from.nccl;
            keepApart = from.keepApart;
            transitRoutes = from.transitRoutes;
            planes = from.planes;
            readdress = from.readdress;
        }

        public Builder shape(Shape.Kind value) {
            shape = Optional.of(value);
            return this;
        }

        public Builder relays(Relays value) {
            relays = value;
            return this;
        }

        public Builder backend(Backend value) {
            backend = value;
            return this;
        }

        public Builder form(RelayForm value) {
            form = value;
            return this;
        }

        public Builder marker(String value) {
            marker = Optional.of(value);
            return this;
        }

        public Builder groups(List<RankRange> value) {
            groups = value;
            return this;
        }

        public Builder pools(List<Subnet> value) {
            pools = value;
            return this;
        }

        public Builder linkPrefixLength(int value) {
            linkPrefixLength = value;
            return this;
        }

        public Builder comparedPrefixLength(int value) {
            comparedPrefixLength = Optional.of(value);
            return this;
        }

        public Builder nccl(Nccl value) {
            nccl = value;
            return this;
        }

        public Builder keepApart(boolean value) {
            keepApart = value;
            return this;
        }

        public Builder transitRoutes(boolean value) {
            transitRoutes = value;
            return this;
        }

        public Builder planes(int value) {
            planes = OptionalInt.of(value);
            return this;
        }

        public Builder readdress(boolean value) {
            readdress = value;
            return this;
        }

        public PlanRequest build() {
            return new PlanRequest(
                    shape,
                    relays,
                    backend,
                    form,
                    marker,
                    groups,
                    pools,
                    linkPrefixLength,
                    comparedPrefixLength,
                    nccl,
                    keepApart,
                    transitRoutes,
                    planes,
                    readdress);
        }
    }

    /** How many relays a path may have. */
    public sealed interface Relays {
        /** As many as it takes to reach everyone, three at most. */
        record Auto() implements Relays {}

        /**
         * At most this many.
         *
         * @param count 0 to 7
         */
        record Count(int count) implements Relays {
            public Count {
                if (count < 0 || count > MOST) {
                    throw new IllegalArgumentException("relays are 0 to " + MOST + ", got " + count);
                }
            }
        }

        /** Tags 0x88b5 to 0x88bb: beyond lie LLDP and others' Ethernet types. */
        int MOST = 7;

        /** What {@code auto} takes at most. */
        int MOST_BY_ITSELF = 3;
    }

    /** What forwards relayed frames. */
    public enum Backend {
        /** The NIC: a marker process tags RDMA packets, {@code skip_sw} rules forward through hairpin queues. */
        HARDWARE,
        /** The kernel: for NICs without hairpin queues, and for labs. */
        KERNEL;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Which marks relayed traffic carries. */
    public enum RelayForm {
        /** An Ethernet type that counts the relays left, one rule a destination. */
        TAG,
        /** The older form for a ring of four: everything sent with flow label 16383 on a device is relayed. */
        FLOW_LABEL
    }

    /** Which NCCL the engine loads. */
    public enum Nccl {
        /** The build that knows NCCL_SWITCHLESS_RING_ONLY. */
        PATCHED,
        /** As NVIDIA ships it. */
        STOCK
    }

    /**
     * A run of neighbouring ranks.
     *
     * @param first first rank
     * @param last last rank, at least {@code first}
     */
    public record RankRange(int first, int last) {
        public RankRange {
            if (first < 0 || last < first) {
                throw new IllegalArgumentException(
                        "a group is first-last with first ≤ last, got " + first + "-" + last);
            }
        }

        public boolean contains(int rank) {
            return rank >= first && rank <= last;
        }
    }
}
