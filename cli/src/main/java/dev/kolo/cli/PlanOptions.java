package dev.kolo.cli;

import dev.kolo.cli.plan.PlanWords;
import dev.kolo.config.FabricPolicy;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.page.text.Text;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlanRequest;
import dev.kolo.plan.artefact.RenderOptions.Renderer;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What is asked of a plan, as {@code kolo plan} lets its user say it. */
final class PlanOptions {
    @Option(
            names = "--shape",
            paramLabel = "pair|path|ring|switched|auto",
            description = "The shape that the cables must make, or that is wished for. Default: what the cables make.")
    private Optional<String> shape = Optional.empty();

    @Option(names = "--hosts", paramLabel = "N", description = "Plan a wish of so many hosts; needs --shape.")
    private Optional<Integer> wished = Optional.empty();

    @Option(
            names = "--relays",
            paramLabel = "0|auto|N",
            description =
                    "Most relays of a path (research-only). auto: as many as reach everyone, up to 3. Default: 0.")
    private String relays = "0";

    @Option(
            names = "--backend",
            paramLabel = "hardware|kernel",
            description = "What forwards relayed frames. Default: hardware.")
    private String backend = "hardware";

    @Option(
            names = "--marker",
            paramLabel = "PATH",
            description = "Where the marker program is on the hosts; the hardware backend needs it.")
    private Optional<String> marker = Optional.empty();

    @Option(
            names = "--relay-form",
            paramLabel = "tag|flow-label",
            description =
                    "How relayed frames are marked; flow-label is the older form for rings of four. Default: tag.")
    private String form = "tag";

    @Option(
            names = "--groups",
            paramLabel = "A-B,C-D",
            description = "Relay only within these runs of ranks. Default: one group of all.")
    private Optional<String> groups = Optional.empty();

    @Option(
            names = "--pool",
            paramLabel = "CIDR[,CIDR]",
            description =
                    "Where new addresses come from: one range, or one a plane. Default: a range that no host uses.")
    private Optional<String> pool = Optional.empty();

    @Option(
            names = "--link-prefix",
            paramLabel = "24|30|31",
            description = "Prefix length of new networks, one a cable and plane. Default: 24.")
    private int linkPrefix = 24;

    @Option(
            names = "--prefix-len",
            paramLabel = "N",
            description = "The length with which NCCL compares addresses. Default: chosen, 24 where it will do.")
    private Optional<Integer> prefixLength = Optional.empty();

    @Option(
            names = "--nccl",
            paramLabel = "patched|stock",
            description = "Which NCCL the engine loads. Default: patched.")
    private String nccl = "patched";

    @Option(names = "--keep-apart", description = "Give the wire and NCCL different functions, plane by plane.")
    private boolean keepApart;

    @Option(
            names = "--renderer",
            paramLabel = "netplan|networkmanager",
            description = "What configures addresses on the hosts. Default: netplan.")
    private String renderer = "netplan";

    @Option(
            names = "--transit-routes",
            description = "Also plan kernel routes for TCP between hosts without a common cable.")
    private boolean transitRoutes;

    @Option(names = "--readdress", description = "Give every link a new address, those with sound ones too.")
    private boolean readdress;

    /** The request; the cluster file counts where an option is not given. */
    PlanRequest request(FabricPolicy policy) {
        try {
            PlanRequest.Builder request = PlanRequest.DEFAULT
                    .with()
                    .relays(PlanWords.relays(relays))
                    .backend(PlanWords.backend(backend))
                    .form(PlanWords.form(form))
                    .nccl(PlanWords.nccl(nccl))
                    .keepApart(keepApart)
                    .transitRoutes(transitRoutes)
                    .readdress(readdress);
            groups.ifPresent(g -> request.groups(PlanWords.groups(g)));
            marker.ifPresent(m -> request.marker(PlanWords.marker(m)));
            wantedShape().or(policy::shape).ifPresent(request::shape);
            request.pools(pool.map(PlanWords::pools).orElse(policy.pools()));
            policy.planes().ifPresent(request::planes);
            prefixLength.ifPresent(request::comparedPrefixLength);
            checkNumbers(policy);
            return request.linkPrefixLength(linkPrefix).build();
        } catch (PlanWords.Unfit unfit) {
            throw KoloException.badInput(String.valueOf(unfit.getMessage()));
        }
    }

    private void checkNumbers(FabricPolicy policy) {
        if (linkPrefix != 24 && linkPrefix != 30 && linkPrefix != 31) {
            throw KoloException.badInput("--link-prefix takes 24, 30 or 31, not " + linkPrefix + ".");
        }
        if (prefixLength.filter(n -> n < 1 || n > 32).isPresent()) {
            throw KoloException.badInput("--prefix-len takes 1 to 32, not " + prefixLength.get() + ".");
        }
        if (policy.mtu().orElse(Plan.MTU_BYTES) != Plan.MTU_BYTES) {
            throw KoloException.badInput(
                    "the cluster file wants MTU " + policy.mtu().orElse(0)
                            + " on the fabric, and a plan sets " + Plan.MTU_BYTES + ": remove fabric.mtu or set it to "
                            + Plan.MTU_BYTES + ".");
        }
    }

    /** The kind that --shape names; empty for auto. */
    private Optional<Shape.Kind> wantedShape() {
        Optional<Shape.Kind> kind = shape.flatMap(Shape.Kind::ofWord).filter(k -> k != Shape.Kind.NONE);
        if (kind.isEmpty() && shape.filter(s -> !s.equalsIgnoreCase("auto")).isPresent()) {
            throw KoloException.badInput(
                    "--shape takes pair, path, ring, switched or auto, not \"" + Text.quote(shape.get()) + "\".");
        }
        return kind;
    }

    /** How many hosts are wished for; empty when real ones are read. */
    Optional<Integer> wished() {
        return wished;
    }

    /** What configures addresses on the hosts. */
    Renderer renderer() {
        return switch (renderer.toLowerCase(Locale.ROOT)) {
            case "netplan" -> Renderer.NETPLAN;
            case "networkmanager" -> Renderer.NETWORK_MANAGER;
            default ->
                throw KoloException.badInput(
                        "--renderer takes netplan or networkmanager, not \"" + Text.quote(renderer) + "\".");
        };
    }
}
