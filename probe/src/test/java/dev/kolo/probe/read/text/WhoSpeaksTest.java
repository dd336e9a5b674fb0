package dev.kolo.probe.read.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Prompts, headings and columns of names: which host a line belongs to. */
class WhoSpeaksTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "user@spark1:~$ ip addr ! spark1 ! ip addr",
                "root@spark-1a2b:/home/user# ibstat ! spark-1a2b ! ibstat",
                "(venv) user@spark1:~/x$ ip -br a ! spark1 ! ip -br a",
                "[root@spark2 ~]# uname -r ! spark2 ! uname -r",
                "user@spark3 ~ % ip addr ! spark3 ! ip addr",
                "spark4:~$ sudo ethtool -S enp1s0f0np0 | grep out ! spark4 ! ethtool -S enp1s0f0np0 | grep out",
                "spark5# show_gids ! spark5 ! show_gids",
                "user@laptop:~$ ssh -p 22 me@spark6 'ip -j addr' ! spark6 ! ip -j addr",
                "user@spark7:~$ docker exec -it vllm env ! spark7 ! env",
                "user@spark8:~$ ! spark8 ! ''",
            })
    void promptNamesHostAndCommand(String line, String host, String command) {
        Prompt prompt = Prompt.parse(line).orElseThrow();

        assertThat(prompt.host()).contains(host);
        assertThat(prompt.command().text()).isEqualTo(command);
    }

    @Test
    void bareDollarIsAPromptOnlyBeforeACommand() {
        assertThat(Prompt.parse("$ ip -br addr").orElseThrow().host()).isEmpty();
        assertThat(Prompt.parse("# ip route show")).isPresent();
        assertThat(Prompt.parse("# the ring of four")).isEmpty();
        assertThat(Prompt.parse("# ip addresses of the fabric netdevs follow")).isEmpty();
        assertThat(Prompt.parse("$5 a piece")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NCCL_IB_HCA==rocep1s0f0 # exact",
                "Call to ibv_modify_qp failed with 110 Connection timed out",
                "verdict: FAIL  code: GID_INDEX_DIFFERS  head: 4",
                "100% done",
                "2: enp1s0f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP",
            })
    void otherLinesAreNoPrompts(String line) {
        assertThat(Prompt.parse(line)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "== node1 ! node1",
                "== zebra ! zebra",
                "=== spark1 === ! spark1",
                "--- spark1 --- ! spark1",
                "### spark1 ! spark1",
                "## Node 2 ! Node 2",
                "# spark3 ! spark3",
                "**spark1** ! spark1",
                "[spark1] ! spark1",
                "spark1: ! spark1",
                "Host: spark1 ! spark1",
                "spark1 | CHANGED | rc=0 >> ! spark1",
                "== user@spark9 ! spark9",
                "=== spark1: ip addr === ! spark1",
                "### ibstat on spark2 ! spark2",
                "=== ip -br addr (spark3) === ! spark3",
                "==> spark5/lspci.txt <== ! spark5",
                "==> spark6.txt <== ! spark6",
            })
    void headingNamesTheHost(String line, String host) {
        assertThat(Heading.parse(line).flatMap(Heading::host)).contains(host);
    }

    @Test
    void headingGivesAddressCommandAndFolder() {
        Heading named = Heading.parse("== n1 (10.0.0.133)").orElseThrow();
        assertThat(named.host()).contains("n1");
        assertThat(named.address()).contains("10.0.0.133");

        Heading folder = Heading.parse("== head  /sys/class/infiniband/rocep1s0f0/ports/1")
                .orElseThrow();
        assertThat(folder.host()).contains("head");
        assertThat(folder.path()).contains("/sys/class/infiniband/rocep1s0f0/ports/1");

        Heading command = Heading.parse("=== ip addr ===").orElseThrow();
        assertThat(command.host()).isEmpty();
        assertThat(command.command().map(Command::text)).contains("ip addr");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "# cable  end A            end B            subnet",
                "## Description",
                "### Bug description",
                "## Version",
                "enp1s0f0np0:",
                "rocep1s0f0:",
                "Port 1:",
                "\tPort 1:",
                "network:",
                "      addresses:",
                "Settings for enp1s0f0np0:",
                "NCCL Environment (head: 127.0.0.1):",
                "Cluster Configuration:",
                "- to: 10.10.1.0/24",
                "-----------------------",
                "========",
                "--report_gbits",
                "LLDP neighbors:",
            })
    void otherTitlesNameNoHost(String line) {
        assertThat(Heading.parse(line).flatMap(Heading::host)).isEmpty();
    }

    @Test
    void columnOfHostsIsSeenInTheWholeText() {
        Optional<HostColumn> column = HostColumn.in(List.of("spark1: a: b", "spark2: a: c", "spark1: x", "spark2:"));

        assertThat(column).isPresent();
        assertThat(column.get().split("spark2: link x").orElseThrow().value()).isEqualTo("link x");
        assertThat(HostColumn.in(List.of("driver: mlx5_core", "version: 1", "driver: mlx5_core", "version: 1")))
                .isEmpty();
        assertThat(HostColumn.in(List.of("MemTotal: 1 kB", "MemFree: 2 kB"))).isEmpty();
        assertThat(HostColumn.in(List.of("info: a", "info: b", "warning: c", "warning: d")))
                .isEmpty();
    }

    @Test
    void spellingsOfOneNameAreOneHost() {
        assertThat(List.of("Spark 1", "spark1", "spark-1", "SPARK_1", "spark1.local", "spark1.lan"))
                .allMatch(n -> Names.hostKey(n).equals("spark1"));
        assertThat(Names.hostKey("spark-11")).isNotEqualTo(Names.hostKey("spark-1-1"));
        assertThat(Names.hostKey("10.0.0.1")).isEqualTo("10.0.0.1");
        assertThat(Names.hostKey("node-a")).isNotEqualTo(Names.hostKey("node-b"));
    }
}
