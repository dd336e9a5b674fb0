package dev.kolo.doctor;

import static dev.kolo.doctor.Verdicts.assertSilent;
import static dev.kolo.doctor.Verdicts.codes;
import static dev.kolo.doctor.Verdicts.judge;
import static dev.kolo.doctor.Verdicts.only;
import static dev.kolo.doctor.Verdicts.troubles;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.Severity;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The state of hosts and relays judged from what people paste: a sick text, and its healthy twin that stays silent. */
class PastedStateTest {
    private static final String PAIR = """
            == left
            enp1s0f0np0 UP 10.10.0.10/24
            == right
            enp1s0f0np0 UP 10.10.0.11/24
            """;

    private static Diagnosis of(String text) {
        return judge(Shown.text("pasted.txt", text).inventory());
    }

    @Test
    void countsPcieErrorsOfTheKernelsLog() {
        String one = """
                [  812.402881] pcieport 0000:00:00.0: AER: Corrected error message received from 0000:01:00.0
                [  812.402892] mlx5_core 0000:01:00.0: PCIe Bus Error: severity=Corrected, type=Data Link Layer, (Transmitter ID)
                [  812.402895] mlx5_core 0000:01:00.0:   device [15b3:1021] error status/mask=00001000/00002000
                """;
        assertThat(only(of(one), Code.PCIE_AER).severity()).isEqualTo(Severity.INFO);
        assertThat(only(of(one.repeat(140)), Code.PCIE_AER).seen()).contains("140 corrected");
        assertThat(troubles(of(one.repeat(140)))).containsExactly(Code.PCIE_AER);

        Finding fatal = only(of(one.replace("severity=Corrected", "severity=Uncorrected (Fatal)")), Code.PCIE_AER);
        assertThat(fatal.severity()).isEqualTo(Severity.ERROR);
        assertThat(fatal.seen()).contains("1 fatal");
        assertThat(codes(of("[    1.2] pcieport 0000:00:00.0: AER: enabled with IRQ 31\n")))
                .isEmpty();
        assertThat(codes(of(one.replace("mlx5_core", "nvme")))).isEmpty();
    }

    @Test
    void comparesKernelsAndDriversOfHosts() {
        String both = PAIR.replace("== left\n", "== left\nLinux left 6.17.0-1014-nvidia #1 SMP aarch64 GNU/Linux\n")
                .replace("== right\n", "== right\nLinux right 6.17.0-1014-nvidia #1 SMP aarch64 GNU/Linux\n");
        assertSilent(of(both));

        Finding finding = only(of(both.replace("right 6.17.0-1014", "right 7.0.0-1019")), Code.DRIVER_MISMATCH);
        assertThat(finding.seen()).contains("6.17.0-1014-nvidia on left").contains("7.0.0-1019-nvidia on right");
    }

    @Test
    void namesFileSystemsWithoutRoom() {
        String df = """
                left$ df -h
                Filesystem      Size  Used Avail Use% Mounted on
                tmpfs            12G  2.1M   12G   1% /run
                /dev/nvme0n1p2  3.7T  3.6T  3.9G 100% /
                /dev/nvme0n1p1  511M  6.1M  505M   2% /boot/efi
                left$
                """;
        assertThat(only(of(df), Code.DISK_LOW).seen()).isEqualTo("/ has 3.9 GiB left (100 % used)");
        assertThat(codes(of(df.replace("3.9G 100%", "120G  97%")))).isEmpty();

        // A small image that something mounts is full by nature.
        assertThat(codes(of(
                        df.replace("/dev/nvme0n1p2  3.7T  3.6T  3.9G 100% /", "/dev/vdb  200M  200M  4K 100% /mnt/x"))))
                .isEmpty();

        String failed = "left$ docker pull x\nfailed to register layer: write /usr/lib/a.so: No space left on device\n";
        assertThat(only(of(failed), Code.DISK_LOW).severity()).isEqualTo(Severity.ERROR);
    }

    private static String listing(String host, String shards) {
        return host + "$ ls -lL /models/big\ntotal 9763032\n"
                + "-rw-r--r-- 1 root root       1400 Sep 10 12:00 config.json\n" + shards + host + "$ \n";
    }

    private static String shard(int number, String bytes) {
        return "-rw-r--r-- 1 root root " + bytes + " Sep 10 12:00 model-0000" + number + "-of-00002.safetensors\n";
    }

    @Test
    void comparesTheFilesOfAModel() {
        String whole = shard(1, "4998663696") + shard(2, "4998663600");
        assertSilent(of(listing("left", whole) + listing("right", whole)));
        assertSilent(of(listing("left", whole)));

        Diagnosis missing = of(listing("left", whole) + listing("right", shard(1, "4998663696")));
        assertThat(only(missing, Code.WEIGHTS_MISSING).host()).isEqualTo("right");
        assertThat(only(missing, Code.WEIGHTS_MISSING).seen()).contains("model-00002-of-00002.safetensors");

        Diagnosis empty = of(listing("left", whole) + listing("right", shard(1, "4998663696") + shard(2, "0")));
        assertThat(only(empty, Code.WEIGHTS_MISSING).seen()).contains("(empty)");

        Diagnosis other = of(listing("left", whole) + listing("right", shard(1, "4998663696") + shard(2, "17")));
        assertThat(only(other, Code.WEIGHTS_DIFFER).seen())
                .contains("4998663600 bytes on left")
                .contains("17 bytes on right");

        Diagnosis gone = of(listing("left", whole)
                + "right$ ls -lL /models/big\nls: cannot access '/models/big': No such file or directory\nright$ \n");
        assertThat(only(gone, Code.WEIGHTS_MISSING).seen()).contains("the folder itself");
    }

    @Test
    void comparesHashesOfAModel() {
        String left = "left$ sha256sum /models/big/*\n" + "ab".repeat(32) + "  /models/big/model.safetensors\nleft$ \n";
        String right = left.replace("left$", "right$");
        assertSilent(of(left + right));
        assertThat(only(of(left + right.replace("ab".repeat(32), "cd".repeat(32))), Code.WEIGHTS_DIFFER)
                        .seen())
                .contains("SHA-256 abababababab…");
    }

    @Test
    void takesAClockThatIsOffFromTheHostsOwnWords() {
        String chrony = """
                left$ chronyc tracking
                Reference ID    : C0A83201 (192.168.50.1)
                System time     : 0.000012345 seconds slow of NTP time
                Leap status     : Normal
                left$
                """;
        assertThat(codes(of(chrony))).isEmpty();
        assertThat(only(of(chrony.replace("0.000012345", "42.5")), Code.CLOCK_SKEW)
                        .seen())
                .contains("-42.5 s");

        String timedatectl = "left$ timedatectl\nSystem clock synchronized: yes\nleft$ \n";
        assertThat(codes(of(timedatectl))).isEmpty();
        assertThat(only(of(timedatectl.replace("yes", "no")), Code.CLOCK_SKEW).severity())
                .isEqualTo(Severity.INFO);
    }

    @Test
    void tellsAWindowFromALoss() {
        Diagnosis hasty =
                judge(Shown.folder("cases/14-netplan-apply-management-blip").inventory());
        Finding finding = only(hasty, Code.APPLY_WINDOW);
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.seen())
                .contains("192.168.50.168 was gone from enP7s7 for 0.98 s")
                .contains("rolled back");
        assertThat(finding.fix()).contains("5 s or longer").contains("which hosts were changed");

        Diagnosis calm = judge(Shown.folder("cases/14-netplan-apply-management-blip")
                .only("timeline")
                .inventory());
        assertThat(only(calm, Code.APPLY_WINDOW).severity()).isEqualTo(Severity.INFO);
    }

    @Test
    void warnsOfAServingEngineOnlyBesideSomethingToChange() {
        String serving = "left$ ps -ef\nroot 4711 1 0 0.0 ? python3 -m sglang.launch_server --tp 2\nleft$ \n";
        String docker = """
                left$ docker ps
                CONTAINER ID   IMAGE                  COMMAND        CREATED      STATUS       PORTS   NAMES
                0123456789ab   lmsysorg/sglang:spark  "/bin/serve"   2 days ago   Up 2 days            head
                left$
                """;
        String sick = PAIR.replace("10.10.0.11/24", "10.10.0.10/24");
        for (String shown : new String[] {serving, docker}) {
            assertThat(codes(of(PAIR + shown))).doesNotContain(Code.SERVING_RUNNING);
            assertThat(only(of(sick + shown), Code.SERVING_RUNNING).severity()).isEqualTo(Severity.INFO);
        }
        assertThat(codes(of(sick + docker.replace("Up 2 days", "Exited 3 ")))).doesNotContain(Code.SERVING_RUNNING);
    }

    @Test
    void readsFirewallsInAllTheirForms() {
        String ring = """
                == a
                enp1s0f0np0 UP 10.1.0.1/24
                enp1s0f1np1 UP 10.1.3.2/24
                10.1.1.0/24 via 10.1.0.2 dev enp1s0f0np0 proto static
                == c
                enp1s0f0np0 UP 10.1.2.1/24
                enp1s0f1np1 UP 10.1.1.2/24
                == d
                enp1s0f0np0 UP 10.1.3.1/24
                enp1s0f1np1 UP 10.1.2.2/24
                == b
                enp1s0f0np0 UP 10.1.1.1/24
                enp1s0f1np1 UP 10.1.0.2/24
                """;
        Map<String, String> forms =
                Map.of("-S", "-P FORWARD DROP\n-A FORWARD -i enp1s0f1np1 -j ACCEPT\n", "-L -v", """
                        Chain FORWARD (policy DROP 0 packets, 0 bytes)
                         pkts bytes target     prot opt in     out     source               destination
                            0     0 ACCEPT     all  --  enp1s0f1np1 *       0.0.0.0/0            0.0.0.0/0
                        """, "nft", """
                        table ip filter {
                                chain FORWARD {
                                        type filter hook forward priority filter; policy drop;
                                        iifname "enp1s0f1np1" counter packets 0 bytes 0 accept
                                }
                        }
                        """);
        forms.forEach((form, text) -> {
            assertThat(codes(of(ring + text))).as(form).doesNotContain(Code.FORWARD_DROP);
            String closed = text.replace("enp1s0f1np1", "docker0");
            assertThat(only(of(ring + closed), Code.FORWARD_DROP).host())
                    .as(form)
                    .isEqualTo("b");
        });
        Diagnosis hidden =
                of(ring + "Chain FORWARD (policy DROP)\ntarget     prot opt source               destination\n"
                        + "ACCEPT     all  --  anywhere             anywhere\n");
        assertThat(codes(hidden)).doesNotContain(Code.FORWARD_DROP);
        assertThat(hidden.notObserved()).anyMatch(n -> n.askFor().contains("iptables -S DOCKER-USER"));
    }

    @Test
    void readsContainersForTheirNetworkAndLimits() {
        String inspect = """
                left$ docker inspect head
                [{"Name": "/head", "State": {"Running": true},
                  "Config": {"Image": "vllm/vllm-openai", "Env": ["NCCL_IB_HCA==rocep1s0f0"]},
                  "HostConfig": {"NetworkMode": "host", "Ulimits": [{"Name": "memlock", "Soft": -1, "Hard": -1}]}}]
                left$
                """;
        assertThat(codes(of(inspect))).isEmpty();
        assertThat(only(of(inspect.replace("\"host\"", "\"bridge\"")), Code.RDMA_NAMESPACE)
                        .fix())
                .contains("--network host");
        assertThat(only(of(inspect.replace("-1", "65536")), Code.MEMLOCK_LOW).fix())
                .contains("memlock=-1");
    }

    @Test
    void readsMarkersAmongProcessesAndInTheJournal() {
        String ps = "left$ pgrep -af -- --rule\n2211 /usr/local/bin/mesh_marker --device rocep1s0f0"
                + " --rule 10.10.1.11=0x88b5 --managed\nleft$ \n";
        assertThat(of(ps).findings()).isEmpty();
        String journal = "left$ journalctl -u kolo-fabric-marker@rocep1s0f0\n"
                + "Sep 10 12:00:00 left systemd[1]: kolo-fabric-marker@rocep1s0f0.service: Main process exited,"
                + " code=exited, status=1/FAILURE\nleft$ \n";
        assertThat(only(of(journal), Code.MARKER_DEAD).subject()).isEqualTo("rocep1s0f0");
        String script = "MARKER --device rocep1s0f0 --rule 10.10.1.11=0x88b5 --managed\n";
        assertThat(Shown.text("up.sh", script).inventory().hosts().stream().flatMap(h -> h.remarks().stream()))
                .isEmpty();
    }

    @Test
    void namesTheStateInWhichALinkMeasuresNextToNothing() {
        String test = """
                left$ ibstat rocep1s0f0
                CA 'rocep1s0f0'
                	Port 1:
                		State: Active
                		Physical state: LinkUp
                		Rate: 200
                left$ ib_write_bw -d rocep1s0f0 --report_gbits 10.10.0.11
                                    RDMA_Write BW Test
                 Device         : rocep1s0f0
                 #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]
                 65536      5000             13.20              13.02               0.024834
                left$
                """;
        assertThat(codes(of(test.replace("13.20 ", "109.1").replace("13.02 ", "108.8"))))
                .doesNotContain(Code.LINK_DEGRADED);
        assertThat(codes(of(test))).contains(Code.LINK_DEGRADED);
    }
}
