package dev.kolo.probe.redact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is replaced, in every form in which it stands, and what is left alone. */
class RedactorTest {
    /** Redacts a text whose hosts are known. */
    private static String redact(String text, String... hosts) {
        Redactor redactor = learn(text, hosts);
        String out = redact(redactor, text);
        assertThat(redactor.leaks()).isEmpty();
        return out;
    }

    private static Redactor learn(String text, String... hosts) {
        Learning learning = new Learning().hosts(List.of(hosts));
        Learning.Lines lines = learning.text();
        text.lines().forEach(lines::accept);
        return learning.finish();
    }

    private static String redact(Redactor redactor, String text) {
        Redactor.Text lines = redactor.text();
        return String.join("\n", text.lines().map(lines::line).toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "peer 10.10.0.11 is gone | peer 10.0.0.11 is gone",
                "inet 10.10.0.11/24 brd 10.10.0.255 | inet 10.0.0.11/24 brd 10.0.0.255",
                "OOB enp1s0f0np0:10.10.0.11<0> | OOB enp1s0f0np0:10.0.0.11<0>",
                "connect to 10.10.0.11:50051 | connect to 10.0.0.11:50051",
                "gids/3:0000:0000:0000:0000:0000:ffff:0a0a:000b | gids/3:0000:0000:0000:0000:0000:ffff:0a00:000b",
                "remoteGid ::ffff:10.10.0.11 localGid | remoteGid ::ffff:10.0.0.11 localGid",
                "remoteGid ::ffff:0a0a:000b, | remoteGid ::ffff:a00:b,",
                "mtu 5 GID 3 (0/B000A0AFFFF0000) fifoRkey=0x1 | mtu 5 GID 3 (0/B00000AFFFF0000) fifoRkey=0x1",
                "NCCL version 2.30.7+cuda13.2 | NCCL version 2.30.7+cuda13.2",
                "bus 0000:01:00.0 at 12:34:56 | bus 0000:01:00.0 at 12:34:56",
                "lib v1.2.3.4 and c10::Error | lib v1.2.3.4 and c10::Error"
            })
    void replacesAddressesInEveryFormAndNothingElse(String text, String expected) {
        assertThat(redact(text)).isEqualTo(expected);
    }

    @Test
    void replacesOneMacAlikeInAllItsForms() {
        String out = redact("""
                link/ether 4c:bb:47:03:00:01 brd ff:ff:ff:ff:ff:ff
                4C-BB-47-03-00-01
                4cbb.4703.0001
                enx4cbb47030001: flags
                inet6 fe80::4ebb:47ff:fe03:1/64
                Port GUID: 0x4ebb47fffe030001
                node_guid: 4ebb:47ff:fe03:0001
                 key #0  at eth+0: val 4cbb4703 mask 00000000
                 key #1  at eth+4: val 00010000 mask 0000ffff
                """);
        assertThat(out).isEqualTo("""
                link/ether 02:00:00:00:00:00 brd ff:ff:ff:ff:ff:ff
                02-00-00-00-00-00
                0200.0000.0000
                enx020000000000: flags
                inet6 fe80::ff:fe00:0/64
                Port GUID: 0x000000fffe000000
                node_guid: 0000:00ff:fe00:0000
                 key #0  at eth+0: val 02000000 mask 00000000
                 key #1  at eth+4: val 00000000 mask 0000ffff""");
    }

    @Test
    void keepsWhichDevicesAreOneCard() {
        String out = redact("""
                Node GUID: 0xfc4cea0300000034
                System image GUID: 0xfc4cea0300000030
                Node GUID: 0xfc4cea0300000035
                System image GUID: 0xfc4cea0300000030
                """);
        List<String> lines = out.lines().toList();
        assertThat(lines.get(1))
                .isEqualTo(lines.get(3))
                .isNotEqualTo(lines.get(0))
                .doesNotContain("fc4cea");
        assertThat(lines.get(0)).isNotEqualTo(lines.get(2)).contains("0x020000030000");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HF_TOKEN=hf_AbCdEfGhIjKlMnOpQrStUvWxYz012345",
                "KOLO_WIRE_TOKEN=correct-horse",
                "export KOLO_WIRE_TOKEN='correct-horse'",
                "            \"HF_TOKEN=correct-horse\",",
                "  \"hfToken\": \"correct-horse\",",
                "NCCL INFO KOLO_WIRE_TOKEN set by environment to correct-horse.",
                "docker run -e HF_TOKEN=correct-horse -e NCCL_DEBUG=INFO image",
                "vllm serve --api-key correct-horse --port 8000",
                "password: \"correct-horse\"",
                "DB_PASSWORD=correct-horse battery staple",
                "Authorization: Bearer correct-horse-battery",
                "curl -u anna:correct-horse https://example.com",
                "https://anna:correct-horse@git.example.com/x",
                "sshpass -p correct-horse ssh host",
                "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ correct-horse@laptop",
                "wpa_psk=correct-horse",
                "AWS_SECRET_ACCESS_KEY=correct-horse",
                "private key: correct-horse",
                "{\"token\":\"correct-horse\"}",
                "env: [{name: HF_TOKEN, value: x}, {\"HF_TOKEN\": \"correct-horse\"}]"
            })
    void replacesSecretsInEveryForm(String text) {
        assertThat(redact(text))
                .doesNotContain("correct-horse", "AbCdEfGh", "battery", "AAAAC3")
                .contains("REDACTED-");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ghp_0123456789abcdefABCDEF0123456789abcd",
                "sk-proj-Ab3dEf6hIj9lMn2pQr5tUv8x",
                "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcDEF123",
                "q3Jx8ZpL0vWn5TkR2bYc7HsD",
                "SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDhczUDwVEnKw8tqXY"
            })
    void replacesTokensByTheirForm(String token) {
        assertThat(redact("the token is " + token + " I think")).isEqualTo("the token is REDACTED-1 I think");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NCCL_IB_HCA=rocep1s0f0,roceP2p1s0f1 NCCL_IB_PKEY=0",
                "--max-total-tokens 8192 --tokenizer-path /models/DeepSeek-V4.1-Flash-4x-DGX-Spark-TP4",
                "TOKENIZERS_PARALLELISM=false",
                "eos_token: </s>",
                "Namespace(host='0.0.0.0', hf_token=None)",
                "ncclTransportTreeConnect -> ncclCommInitRankConfig",
                "PWD=/root OLDPWD=/tmp",
                "Qwen3-235B-A22B-Instruct-2507-FP8",
                "Linux 6.17.0-1031-nvidia aarch64",
                "/opt/sglang/lib/python3.12/site-packages/nvidia/nccl/lib/libnccl.so.2",
                "Capability mask: 0x00010000",
                "port_xmit_data 1234567890123456"
            })
    void leavesWhatIsNobodys(String text) {
        assertThat(redact(text)).isEqualTo(text);
    }

    @Test
    void replacesAKeyBlockButNotWhatFollowsIt() {
        String out = redact("""
                -----BEGIN OPENSSH PRIVATE KEY-----
                b3BlbnNzaC1rZXktdjEAAAAABG5vbmU
                AAAAB3NzaC1yc2EAAAADAQABAAABgQ==
                -----END OPENSSH PRIVATE KEY-----
                inet 10.0.0.1/24
                """);
        assertThat(out).doesNotContain("b3Blbn", "AAAAB3").contains("-----BEGIN", "-----END", "inet 10.0.0.1/24");

        String cut = redact("-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\nNCCL INFO Connected all rings\n");
        assertThat(cut).doesNotContain("MIIE").contains("NCCL INFO Connected all rings");
    }

    @Test
    void replacesNamesInPromptsLogsAndPaths() {
        String out = redact("""
                anna@athens:~$ ip addr
                athens:315:401 [0] NCCL INFO Bootstrap
                Nov 29 18:21:56 athens kernel: mlx5
                mounted /home/anna/models and C:\\Users\\anna\\x
                ssh anna@athens.lab.uni-x.ch
                mail anna.b@uni-x.ch
                """);
        assertThat(out)
                .doesNotContain("athens", "anna", "uni-x")
                .contains("user1@anon-a:~$ ip addr", "anon-a:315:401 [0] NCCL", "/home/user1/models");
    }

    @Test
    void replacesWhatIsPartOfAnAddressWhereverItStands() {
        String out = redact("""
                Anna Schmidtke <anna.schmidtke@schmidtwerke.de>
                IdentityFile ~/.ssh/id_schmidtke
                github.com/schmidtwerke/ring
                """);
        assertThat(out).doesNotContainIgnoringCase("schmidtke").doesNotContain("schmidtwerke");
    }

    @Test
    void replacesTheBareAnswerToAQuestionForASerialNumber() {
        String out = redact("root@n1:~# dmidecode -s system-serial-number\n1423825012345\nroot@n1:~# uptime\n17\n");
        assertThat(out).contains("SERIAL-1").doesNotContain("1423825012345").endsWith("17");
    }

    @Test
    void replacesNamesThatContainOneAnotherTheLongestFirst() {
        String out =
                redact("spark1 spark11 spark1-mgmt spark sparkling Spark 1 SPARK-11 spark1.local", "spark1", "spark11");
        assertThat(out).isEqualTo("host1 host2 host1-mgmt spark sparkling host 1 host-2 host1.local");
    }

    @Test
    void replacesANameThatIsAFormatsWordOnlyWhereANameStands() {
        String text = """
                == inet
                    inet 10.10.0.1/24 scope global net
                root@net:~# ip link
                net:12:13 [0] NCCL INFO using net
                """;
        Redactor redactor = learn(text, "inet", "net");
        String out = redact(redactor, text);

        assertThat(out)
                .contains("    inet 10.0.0.1/24 scope global net")
                .contains("NCCL INFO using net")
                .doesNotContain("== inet", "@net", "net:12:13");
        assertThat(redactor.ambiguousPlaceholders()).hasSize(2);
    }

    @Test
    void givesNoPlaceholderThatATextHasAlready() {
        String out = redact("host1 is not a name that anybody knew\nspark7: hello", "spark7");
        assertThat(out).contains("host1 is not").contains("host2: hello");
    }

    @Test
    void readsThroughColoursAndEscapes() {
        assertThat(redact("\u001b[32mspark\u001b[0m1 at 10.10.\u200b0.1", "spark1"))
                .isEqualTo("host1 at 10.0.0.1");
        assertThat(redact("{\"h\":\"sp\\u0061rk1\",\"q\":\"\\u0022\"}", "spark1"))
                .isEqualTo("{\"h\":\"host1\",\"q\":\"\\u0022\"}");
    }

    @Test
    void replacesPartsOfPaths() {
        String text = "spark1 says hello";
        Redactor redactor = learn(text, "spark1", "net");
        redact(redactor, text);
        assertThat(redactor.path("spark1/ip-addr.txt")).isEqualTo("host2/ip-addr.txt");
        assertThat(redactor.path("net/10.1.2.3.txt")).doesNotContain("net/").endsWith(".txt");
    }

    /** Values drawn by seed, in sentences of all formats: none of them is left, equal ones stay equal. */
    @Test
    void leavesNoDrawnValueInAnyForm() {
        for (long seed = 0; seed < 150; seed++) {
            Random random = new Random(seed);
            String host = word(random) + (1 + random.nextInt(99));
            String user = word(random);
            String secret = word(random) + random.nextInt(1_000_000) + word(random);
            String mac = String.format(
                    "%02x:%02x:%02x:%02x:%02x:%02x",
                    4 * (1 + random.nextInt(60)),
                    17 + random.nextInt(200),
                    17 + random.nextInt(200),
                    17 + random.nextInt(200),
                    17 + random.nextInt(200),
                    17 + random.nextInt(200));
            String ip =
                    "198." + (20 + random.nextInt(200)) + "." + (1 + random.nextInt(250)) + "." + random.nextInt(250);
            String text = String.join(
                    "\n",
                    user + "@" + host + ":/home/" + user + "$ ip neigh",
                    ip + " dev enp1s0f0np0 lladdr " + mac + " REACHABLE",
                    host + ":1:2 [0] NCCL INFO NET/IB connect to " + ip + "<4791> as " + user,
                    "{\"Env\":[\"HF_TOKEN=" + secret + "\",\"NCCL_DEBUG=INFO\"],\"mac\":\"" + mac + "\"}",
                    "HF_TOKEN=" + secret + " HOSTNAME=" + host + " HOME=/home/" + user,
                    "see http://" + ip + ":8000/" + host + "?token=" + secret + "&x=1");
            String out = redact(text, host);

            assertThat(out).as("seed %d", seed).doesNotContain(host, "/home/" + user, secret, mac, ip);
            assertThat(out).contains("NCCL_DEBUG=INFO", "REACHABLE", "<4791>", "&x=1");
            assertThat(out.split("REDACTED-1", -1)).hasSize(4);
        }
    }

    private static String word(Random random) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < 6; i++) {
            out.append("bdfgklmnprstvz".charAt(random.nextInt(14))).append("aeiou".charAt(random.nextInt(5)));
        }
        return out.toString();
    }

    /** Any line at all: no exception, no leak, and the same again. */
    @Test
    void standsAnyText() {
        String alphabet = ":.-_/@=\"'\\ {}[]$#ff00aA19zZ|,\t%äß\u202e";
        for (long seed = 0; seed < 1_000; seed++) {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 20 + random.nextInt(120); i++) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            String once = redact(text.toString(), "spark1");
            assertThat(redact(text.toString(), "spark1")).as("seed %d", seed).isEqualTo(once);
        }
    }
}
