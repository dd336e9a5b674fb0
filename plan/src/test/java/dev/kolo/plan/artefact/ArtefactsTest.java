package dev.kolo.plan.artefact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.Subnet;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlanJson;
import dev.kolo.plan.PlanRequest.Backend;
import dev.kolo.plan.TransitRoute;
import dev.kolo.plan.artefact.RenderOptions.Renderer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** What files a plan becomes, and what stands in them. */
class ArtefactsTest {
    @TempDir
    private Path folder;

    private static List<Artefact> render(Plan plan) {
        return Artefacts.of(plan, new RenderOptions(Renderer.NETPLAN));
    }

    private static String file(List<Artefact> files, String path) {
        return files.stream()
                .filter(f -> f.path().equals(path))
                .map(Artefact::content)
                .findFirst()
                .orElseThrow();
    }

    private static Stream<Plan> variety() {
        TransitRoute transit = new TransitRoute(
                "spark1", Subnet.of(Ipv4Address.of(10, 41, 1, 0), 24), Ipv4Address.of(10, 41, 0, 2), "enp1s0f0np0");
        return Stream.of(
                HandMadePlans.ring(3).plan(),
                HandMadePlans.ring(4)
                        .relays(1)
                        .backend(Backend.KERNEL)
                        .transit(transit)
                        .plan(),
                HandMadePlans.ring(4).relays(1).backend(Backend.HARDWARE).plan(),
                HandMadePlans.path(4)
                        .relays(2)
                        .backend(Backend.HARDWARE)
                        .marker("/opt/kolo-1.2/bin@x/marker_3")
                        .plan(),
                HandMadePlans.ring(6)
                        .planes(1)
                        .relays(2)
                        .backend(Backend.KERNEL)
                        .plan());
    }

    @Test
    void hasAFolderForEachHostWithWhatItNeeds() {
        assertThat(render(HandMadePlans.ring(4)
                        .relays(1)
                        .backend(Backend.HARDWARE)
                        .plan()))
                .extracting(Artefact::path)
                .startsWith("README.md", "plan.html", "spark1/up.sh", "spark1/down.sh", "spark1/hairpin.sh")
                .contains(
                        "spark4/41-kolo-fabric.yaml",
                        "spark4/systemd/kolo-fabric-hairpin.service",
                        "spark4/systemd/kolo-fabric.service",
                        "spark4/systemd/kolo-fabric-marker@.service",
                        "spark4/engine.env",
                        "spark4/engine-first-boot.env")
                .doesNotContain("plan.json")
                .doesNotHaveDuplicates();
        assertThat(render(HandMadePlans.ring(3).plan()))
                .extracting(Artefact::path)
                .contains("spark1/up.sh", "spark1/down.sh", "spark1/41-kolo-fabric.yaml")
                .noneMatch(p -> p.contains("systemd") || p.contains("hairpin"));
    }

    @Test
    void makesScriptsExecutableAndNothingElse() {
        assertThat(render(HandMadePlans.ring(4)
                        .relays(1)
                        .backend(Backend.HARDWARE)
                        .plan()))
                .allSatisfy(f -> assertThat(f.executable()).isEqualTo(f.path().endsWith(".sh")));
    }

    @Test
    void givesTheSameBytesForTheSamePlan() {
        for (Renderer renderer : Renderer.values()) {
            RenderOptions options = new RenderOptions(renderer);
            List<Plan> once = variety().toList();
            List<Plan> again = variety().toList();
            for (int i = 0; i < once.size(); i++) {
                assertThat(Artefacts.of(once.get(i), options)).isEqualTo(Artefacts.of(again.get(i), options));
            }
        }
    }

    @Test
    void passesShellCheckAndParsesInEveryShell() throws IOException {
        List<String> scripts = new ArrayList<>();
        int plan = 0;
        for (Plan each : variety().toList()) {
            for (Artefact f : render(each)) {
                // The first host of a path only sends, the second relays too; the others have scripts of the same
                // parts.
                if (f.executable() && f.path().matches("spark[12]/.*")) {
                    Path file = folder.resolve(plan + "-" + f.path().replace('/', '-'));
                    scripts.add(Files.writeString(file, f.content()).toString());
                }
            }
            plan++;
        }
        assertThat(scripts).hasSizeGreaterThan(20);
        List<String> command = new ArrayList<>(
                List.of(Programs.required("shellcheck", "shellcheck").toString(), "--shell=sh", "--severity=style"));
        command.addAll(scripts);
        Programs.Answer answer = Programs.run(folder, Map.of(), command);
        assertThat(answer.out() + answer.err()).isEmpty();
        for (String script : scripts) {
            for (List<String> shell : List.of(List.of("dash"), List.of("busybox", "sh"))) {
                List<String> parse = new ArrayList<>(shell);
                parse.set(
                        0, Programs.required(shell.getFirst(), shell.getFirst()).toString());
                parse.addAll(List.of("-n", script));
                assertThat(Programs.run(folder, Map.of(), parse))
                        .extracting(Programs.Answer::exit, Programs.Answer::err)
                        .containsExactly(0, "");
            }
        }
    }

    @Test
    void writesObjectCommandsInTheirExactForms() {
        String kernel = file(
                render(HandMadePlans.ring(4).relays(1).backend(Backend.KERNEL).plan()), "spark1/up.sh");
        assertThat(kernel.split("\n"))
                .contains(
                        "ip route replace 10.41.1.2/32 dev enp1s0f0np0 src 10.41.0.1 scope link proto 82",
                        "ip neigh replace 10.41.1.2 lladdr 4c:bb:00:01:01:00 dev enp1s0f0np0 nud permanent proto 82",
                        "tc qdisc add dev enp1s0f0np0 clsact",
                        "tc filter add dev enp1s0f1np1 ingress protocol 0x88b5 pref 11 handle 1 flower skip_hw"
                                + " action pedit ex munge eth dst set 4c:bb:00:01:01:00 pipe"
                                + " action pedit ex munge eth type set 0x0800 pipe"
                                + " action mirred egress redirect dev enp1s0f0np0",
                        "tc filter add dev enp1s0f0np0 egress protocol ip pref 20 flower skip_hw dst_ip 10.41.1.2"
                                + " action pedit ex munge eth type set 0x88b5")
                .noneMatch(l -> l.startsWith("devlink") || l.startsWith("ethtool") || l.contains("--device"));
        String hardware = file(
                render(HandMadePlans.ring(6).relays(2).backend(Backend.HARDWARE).plan()), "spark1/up.sh");
        assertThat(hardware.split("\n"))
                .contains(
                        "devlink dev param set pci/0000:01:00.0 name hairpin_queue_size value 8192 cmode driverinit",
                        "devlink dev reload pci/0000:01:00.0 action driver_reinit",
                        "ethtool -K enp1s0f0np0 hw-tc-offload on",
                        "tc filter add dev enp1s0f1np1 ingress protocol 0x88b6 pref 12 handle 2 flower skip_sw"
                                + " action pedit ex munge eth dst set 4c:bb:00:01:01:00 pipe"
                                + " action pedit ex munge eth type set 0x88b5 pipe"
                                + " action mirred egress redirect dev enp1s0f0np0",
                        "/opt/kolo/bin/mlx5-marker --device rocep1s0f0 --rule 10.41.1.2=0x88b5"
                                + " --rule 10.41.2.2=0x88b6 --managed")
                .noneMatch(l -> l.startsWith("tc filter add") && l.contains(" egress protocol "));
    }

    @Test
    void removesInTheReverseOfTheOrderOfAdding() {
        List<Artefact> files =
                render(HandMadePlans.path(4).relays(2).backend(Backend.HARDWARE).plan());
        List<String> undo = file(files, "spark2/up.sh")
                .lines()
                .filter(l -> l.startsWith("undo "))
                .toList();
        List<String> down = file(files, "spark2/down.sh")
                .lines()
                .filter(l -> l.matches("(remove|stop)_\\w+ .*") && !l.contains("()"))
                .toList();
        assertThat(undo).hasSize(20).first().asString().startsWith("undo 20 stop_marker ");
        assertThat(undo.stream().map(l -> l.replaceFirst("undo \\d+ ", ""))).isEqualTo(down);
    }

    @Test
    void configuresOnlyFabricNetdevsAndNeverWaitsForThem() {
        List<Artefact> files = render(HandMadePlans.path(3).plan());
        Object yaml =
                new Load(LoadSettings.builder().build()).loadFromString(file(files, "spark1/41-kolo-fabric.yaml"));
        Map<String, Object> function = Map.of(
                "dhcp4", false,
                "dhcp6", false,
                "accept-ra", false,
                "link-local", List.of("ipv6"),
                "optional", true,
                "mtu", 9000,
                "addresses", List.of("10.41.0.1/24"));
        Map<String, Object> second = new java.util.HashMap<>(function);
        second.put("addresses", List.of("10.42.0.1/24"));
        assertThat(yaml)
                .isEqualTo(Map.of(
                        "network",
                        Map.of("version", 2, "ethernets", Map.of("enp1s0f0np0", function, "enP2p1s0f0np0", second))));
    }

    @Test
    void addsTransitRoutesOnlyWhenThePlanHasThem() {
        List<Artefact> with = render(variety().toList().get(1));
        assertThat(file(with, "spark1/41-kolo-fabric.yaml"))
                .contains("- to: \"10.41.1.0/24\"\n          via: \"10.41.0.2\"");
        assertThat(file(with, "spark2/90-kolo-transit.conf")).contains("net/ipv4/conf/enp1s0f0np0/forwarding = 1");
        assertThat(file(with, "README.md")).contains("90-kolo-transit.conf");
        assertThat(render(HandMadePlans.ring(4).plan())).noneMatch(f -> f.path().contains("transit"));
    }

    @Test
    void writesOneKeyfileANetdevForNetworkManager() {
        List<Artefact> files = Artefacts.of(HandMadePlans.ring(3).plan(), new RenderOptions(Renderer.NETWORK_MANAGER));
        assertThat(files).noneMatch(f -> f.path().endsWith(".yaml"));
        assertThat(file(files, "spark2/NetworkManager/kolo-enP2p1s0f1np1.nmconnection"))
                .contains("interface-name=enP2p1s0f1np1\n", "mtu=9000\n", "address1=10.42.0.2/24\n", "method=manual\n")
                .contains("never-default=true\n", "[ipv6]\nmethod=link-local\n");
    }

    @Test
    void givesEachVariableItsReason() {
        assertThat(file(render(HandMadePlans.ring(3).plan()), "spark2/engine.env"))
                .contains("# the ring has no other way\nNCCL_ALGO=Ring\n")
                .contains("#   NCCL_IB_GID_INDEX: it drifts\n")
                .doesNotContain("NCCL_DEBUG");
    }

    @Test
    void saysThatRelaysAreResearchOnlyWhereverTheyAre() {
        List<Artefact> relayed =
                render(HandMadePlans.ring(4).relays(1).backend(Backend.HARDWARE).plan());
        assertThat(relayed)
                .filteredOn(f -> f.path().matches("README.md|plan.html|.*/(up|down|hairpin)\\.sh"))
                .hasSize(14)
                .allSatisfy(f -> assertThat(f.content()).contains("research-only"));
        assertThat(render(HandMadePlans.ring(3).plan()))
                .noneSatisfy(f -> assertThat(f.content()).contains("research-only"));
    }

    @Test
    void namesThePlanInEveryFile() {
        Plan plan = HandMadePlans.ring(4).relays(1).backend(Backend.HARDWARE).plan();
        String identity = PlanJson.identity(plan).substring(0, "sha256:0123456789ab".length());
        assertThat(render(plan)).allSatisfy(f -> assertThat(f.content()).contains(identity));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"my spark", "$(reboot)", "it's", "..", "../../root", "-rf", "a\nb", "a/b", "", "<script>", "a: b"
            })
    void rendersNothingForNamesThatCouldBreakOut(String name) {
        assertThatThrownBy(() -> render(HandMadePlans.ring(4)
                        .hosts(i -> i == 2 ? name : "h" + i)
                        .plan()))
                .isInstanceOf(IllegalArgumentException.class);
        Plan plan = HandMadePlans.ring(4)
                .netdevs((device, netdev) -> device.equals("rocep1s0f0") ? name : netdev)
                .plan();
        assertThatThrownBy(() -> render(plan)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void rendersNothingForTwoHostsOfOneName() {
        assertThatThrownBy(() -> render(HandMadePlans.ring(4)
                        .hosts(i -> i == 2 ? "Spark" : "spark")
                        .plan()))
                .hasMessageContaining("two hosts are called");
    }

    @Test
    void rendersNothingThatTouchesTheDefaultRoute() {
        Plan plan = HandMadePlans.ring(4)
                .netdevs((device, netdev) -> device.equals("rocep1s0f0") ? "mgmt0" : netdev)
                .plan();
        assertThatThrownBy(() -> render(plan)).hasMessageContaining("default route");
    }

    @ParameterizedTest
    @EnumSource
    void mentionsNoManagementNetdev(Renderer renderer) {
        assertThat(Artefacts.of(variety().toList().get(2), new RenderOptions(renderer)))
                .noneSatisfy(f -> assertThat(f.content()).contains("mgmt0"));
    }
}
