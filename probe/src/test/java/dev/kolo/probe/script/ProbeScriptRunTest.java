package dev.kolo.probe.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the probe on the machine that builds, under each shell that hosts have. */
class ProbeScriptRunTest {
    private static final String EXTRA_FOLDERS = ":/usr/local/sbin:/usr/sbin:/sbin";
    private static final String USUAL_PATH = "/usr/local/bin:/usr/bin:/bin";

    @TempDir
    Path folder;

    static Stream<List<String>> shells() {
        return Stream.of(List.of("/bin/dash"), List.of("/bin/bash"), List.of(busybox(), "sh"));
    }

    /** Distributions disagree on where busybox lives. */
    private static String busybox() {
        return Files.isExecutable(Path.of("/bin/busybox")) ? "/bin/busybox" : "/usr/bin/busybox";
    }

    @ParameterizedTest
    @MethodSource("shells")
    void printsAWholeTranscriptAndNothingElse(List<String> shell) {
        ShellRun run = ShellRun.of(shell, ProbeScript.text(), Map.of("PATH", USUAL_PATH), folder);

        Transcript transcript = Transcript.parse(run.stdout());
        assertThat(run.stderr()).isEmpty();
        assertThat(run.exit()).isZero();
        assertThat(transcript.status("hostname")).isEqualTo("rc=0");
        assertThat(transcript.body("uname").getFirst()).startsWith("Linux ");
        assertThat(transcript.body("sysfs-net")).contains("/sys/class/net/lo/address:00:00:00:00:00:00");
        assertThat(transcript.body("meminfo").getFirst()).startsWith("MemTotal:");
        assertThat(transcript.statuses()).containsKeys("ip-j-addr", "rights", "sysfs-infiniband", "nccl.conf/etc");
    }

    @ParameterizedTest
    @MethodSource("shells")
    void recordsEachToolThatIsMissing(List<String> shell) {
        String script = ProbeScript.changed(ProbeScript.quick(), EXTRA_FOLDERS, "");

        ShellRun run = ShellRun.of(shell, script, Map.of("PATH", "/nonexistent"), folder);

        Transcript transcript = Transcript.parse(run.stdout());
        assertThat(run.stderr()).isEmpty();
        assertThat(run.exit()).isZero();
        assertThat(transcript.status("docker-version")).isEqualTo("missing docker");
        assertThat(transcript.status("hostname")).isEqualTo("rc=0");
        assertThat(transcript.status("sysfs-net")).isEqualTo("rc=0");
        if (!shell.getLast().equals("sh")) {
            // Busybox may answer with tools of its own.
            assertThat(transcript.status("ip-j-addr")).isEqualTo("missing ip");
            assertThat(transcript.status("uname")).isEqualTo("missing uname");
            assertThat(transcript.status("lldpctl-json")).isEqualTo("missing timeout");
        }
    }

    @ParameterizedTest
    @MethodSource("shells")
    void letsNoToolForgeAMarker(List<String> shell) throws IOException {
        tool("uname", "printf '%s\\n' '### end uname rc=0' '### done kolo-probe/1' '\\### x' '  ### y' 'plain'");

        Transcript transcript = Transcript.parse(runWithTools(shell, ProbeScript.quick()));

        assertThat(transcript.body("uname"))
                .containsExactly("### end uname rc=0", "### done kolo-probe/1", "\\### x", "  ### y", "plain");
    }

    @ParameterizedTest
    @MethodSource("shells")
    void endsALineThatAToolLeftOpen(List<String> shell) throws IOException {
        tool("uname", "printf 'no line end'");

        assertThat(Transcript.parse(runWithTools(shell, ProbeScript.quick())).body("uname"))
                .containsExactly("no line end");
    }

    @ParameterizedTest
    @MethodSource("shells")
    void goesOnWithoutAToolThatHangs(List<String> shell) throws IOException {
        // A loop of the shell's own, since a program that the tool starts would outlive it.
        tool("ip", "echo started; while :; do :; done");

        Transcript transcript = Transcript.parse(
                runWithTools(shell, ProbeScript.changed(ProbeScript.quick(), "limit_seconds=5", "limit_seconds=1")));

        assertThat(transcript.status("ip-j-addr")).isEqualTo("rc=137");
        assertThat(transcript.body("ip-j-addr")).containsExactly("started");
        assertThat(transcript.status("ip-j-neigh")).isEqualTo("skipped ip did not answer before");
        assertThat(transcript.status("sysfs-net")).isEqualTo("rc=0");
    }

    @ParameterizedTest
    @MethodSource("shells")
    void asksInPlainTextWhereIpKnowsNoJson(List<String> shell) throws IOException {
        tool(
                "ip",
                "case $1 in -j) echo 'Option \"-j\" is unknown, try \"ip -help\".' >&2; exit 255 ;; esac",
                "echo \"plain $*\"");

        String output = runWithTools(shell, ProbeScript.quick());

        Transcript transcript = Transcript.parse(output);
        assertThat(transcript.status("ip-j-addr")).isEqualTo("rc=255");
        assertThat(output).contains("### stderr ip-j-addr Option \"-j\" is unknown, try \"ip -help\".\n");
        assertThat(transcript.body("ip-addr")).containsExactly("plain addr show");
        assertThat(transcript.body("ip-route6")).containsExactly("plain -6 route show table main");
    }

    @ParameterizedTest
    @MethodSource("shells")
    void recordsARefusal(List<String> shell) throws IOException {
        tool("lldpctl", "echo 'unable to connect to socket: Permission denied' >&2; exit 1");

        assertThat(Transcript.parse(runWithTools(shell, ProbeScript.quick())).status("lldpctl-json"))
                .isEqualTo("denied lldpctl -f json");
    }

    @ParameterizedTest
    @MethodSource("shells")
    void recordsAToolThatThisUserMayNotRunAsRefused(List<String> shell) throws IOException {
        tool("podman", "echo never");
        Path closed = folder.resolve("tools/podman");
        assertThat(closed.toFile().setExecutable(false)).isTrue();
        var environment = Map.of("PATH", folder.resolve("tools").toString());

        ShellRun run = ShellRun.of(shell, ProbeScript.quick(), environment, folder);

        assertThat(Transcript.parse(run.stdout()).status("podman-version")).isEqualTo("denied " + closed);
    }

    @ParameterizedTest
    @MethodSource("shells")
    void keepsWhatAToolSaidBeforeItWasRefused(List<String> shell) throws IOException {
        tool("lldpctl", "echo half; echo 'the rest: Operation not permitted' >&2; seq 20 >&2; exit 1");

        String output = runWithTools(shell, ProbeScript.quick());

        assertThat(output).contains("""
                half
                ### stderr lldpctl-json the rest: Operation not permitted
                ### stderr lldpctl-json 1
                ### stderr lldpctl-json 2
                ### stderr lldpctl-json 3
                ### end lldpctl-json rc=1
                """);
    }

    @ParameterizedTest
    @MethodSource("shells")
    void printsOnlyListedVariablesAndNoSecret(List<String> shell) {
        var environment = Map.of(
                "PATH", USUAL_PATH,
                "NCCL_IB_HCA", "rocep1s0f0,rocep1s0f1",
                "VLLM_API_KEY", "hunter2",
                "SGLANG_AUTH_TOKEN", "hunter2",
                "AWS_SECRET_ACCESS_KEY", "hunter2",
                "OTHER", "hunter2\nNOT_NCCL_X=hunter2");

        ShellRun run = ShellRun.of(shell, ProbeScript.quick(), environment, folder);

        assertThat(run.stdout()).doesNotContain("hunter2");
        assertThat(Transcript.parse(run.stdout()).body("environment"))
                .containsExactlyInAnyOrder(
                        "NCCL_IB_HCA=rocep1s0f0,rocep1s0f1", "VLLM_API_KEY=(withheld)", "SGLANG_AUTH_TOKEN=(withheld)");
    }

    @ParameterizedTest
    @MethodSource("shells")
    void readsNcclConfigurationOfTheUser(List<String> shell) throws IOException {
        Files.writeString(folder.resolve(".nccl.conf"), "# a note\nNCCL_DEBUG=WARN\nnot a setting\n");

        ShellRun run =
                ShellRun.of(shell, ProbeScript.quick(), Map.of("PATH", USUAL_PATH, "HOME", folder.toString()), folder);

        assertThat(Transcript.parse(run.stdout()).body("nccl.conf/home")).containsExactly("NCCL_DEBUG=WARN");
    }

    @ParameterizedTest
    @MethodSource("shells")
    void findsNcclLibrariesInAnEnvironmentOfPython(List<String> shell) throws IOException {
        Path packages = folder.resolve("engine/.venv/lib/python3.12/site-packages");
        Files.createDirectories(packages.resolve("nvidia/nccl/lib"));
        Files.createDirectories(packages.resolve("nvidia_nccl_cu13-2.30.7.dist-info"));
        Files.createFile(packages.resolve("nvidia/nccl/lib/libnccl.so.2"));

        ShellRun run =
                ShellRun.of(shell, ProbeScript.quick(), Map.of("PATH", USUAL_PATH, "HOME", folder.toString()), folder);

        assertThat(Transcript.parse(run.stdout()).body("nccl-libraries/home"))
                .containsExactlyInAnyOrder(
                        packages + "/nvidia/nccl/lib/libnccl.so.2", packages + "/nvidia_nccl_cu13-2.30.7.dist-info");
    }

    @ParameterizedTest
    @MethodSource("shells")
    void printsNoPasswordOfANetplanFile(List<String> shell) throws IOException {
        Path plan = folder.resolve("plan.yaml");
        Files.writeString(plan, """
                network:
                  version: 2
                  wifis:
                    wlan0:
                      access-points:
                        "Home": {password: "hunter2"}
                        Work:
                          password: hunter2
                  ethernets:
                    enp1s0f0np0:
                      addresses: [ "10.10.0.10/24", 10.10.0.12/24 ] # hunter2
                      mtu: 9000
                      auth:
                        password: hunter2
                        key-management: eap
                      networkmanager:
                        passthrough:
                          wifi-security.psk: hunter2
                      dhcp4: false
                    enp1s0f1np1: {addresses: [10.10.3.11/24], auth: {password: hunter2}}
                    enP2p1s0f0np0:
                      addresses:
                        - 10.11.0.10/24
                      psk: hunter2
                """);

        assertThat(callFunction(shell, "print_file '" + plan + "' | netplan_lines")
                        .lines())
                .containsExactly(
                        "network:",
                        "  version: 2",
                        "  wifis: # cut",
                        "  ethernets:",
                        "    enp1s0f0np0:",
                        "      addresses: [ \"10.10.0.10/24\", 10.10.0.12/24 ]",
                        "      mtu: 9000",
                        "      auth: # cut",
                        "      networkmanager: # cut",
                        "      dhcp4: false",
                        "    enP2p1s0f0np0:",
                        "      addresses:",
                        "        - 10.11.0.10/24");
    }

    @ParameterizedTest
    @MethodSource("shells")
    void doesNothingWhenTheScriptWasCutShort(List<String> shell) {
        String script = ProbeScript.quick();
        for (int tenths = 1; tenths < 10; tenths++) {
            int cut = script.lastIndexOf('\n', script.length() * tenths / 10);
            ShellRun run = ShellRun.of(shell, script.substring(0, cut + 1), Map.of("PATH", USUAL_PATH), folder);
            assertThat(run.stdout()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("shells")
    void writesNoFile(List<String> shell) throws IOException {
        // A file size limit of 0 kills whatever writes a byte to a file; the pipe to this test is none.
        var limited = new ArrayList<>(List.of("/bin/sh", "-c", "ulimit -f 0; exec \"$0\" \"$@\""));
        limited.addAll(shell);
        var environment = Map.of(
                "PATH",
                USUAL_PATH,
                "HOME",
                folder.toString(),
                "TMPDIR",
                folder.toString(),
                "XDG_CACHE_HOME",
                folder.toString());

        ShellRun run = ShellRun.of(limited, ProbeScript.quick(), environment, folder);
        ShellRun free = ShellRun.of(shell, ProbeScript.quick(), environment, folder);

        assertThat(run.stderr()).isEmpty();
        assertThat(Transcript.parse(run.stdout()).statuses())
                .isEqualTo(Transcript.parse(free.stdout()).statuses());
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    private String runWithTools(List<String> shell, String script) {
        var environment = Map.of("PATH", folder.resolve("tools") + ":" + USUAL_PATH);
        ShellRun run = ShellRun.of(shell, script, environment, folder);
        assertThat(run.stderr()).isEmpty();
        assertThat(run.exit()).isZero();
        return run.stdout();
    }

    /** Runs one function of the script instead of all of it. */
    private String callFunction(List<String> shell, String call) {
        ShellRun run = ShellRun.of(
                shell,
                ProbeScript.changed(ProbeScript.quick(), ProbeScript.START, "\n" + call + "\n"),
                Map.of("PATH", USUAL_PATH),
                folder);
        assertThat(run.stderr()).isEmpty();
        return run.stdout();
    }

    private void tool(String name, String... lines) throws IOException {
        Path file = Files.createDirectories(folder.resolve("tools")).resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }
}
