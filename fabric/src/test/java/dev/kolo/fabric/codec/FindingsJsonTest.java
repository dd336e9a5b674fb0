package dev.kolo.fabric.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.finding.Chain;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.NotObserved;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.fabric.finding.Verdict;
import dev.kolo.fabric.json.JsonWriter.Layout;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FindingsJsonTest {
    @Test
    void writesExactlyTheSchema() {
        Verdict verdict = new Verdict(
                List.of(new Finding(
                        Code.MTU_SMALL,
                        Severity.WARNING,
                        "spark2",
                        "enp1s0f0np0",
                        "1500",
                        "9000",
                        "RoCE falls back to a path MTU of 1024 bytes.",
                        "sudo ip link set enp1s0f0np0 mtu 9000",
                        List.of(new Evidence("ip.txt", 4, "mtu 1500"), Evidence.NONE),
                        Finding.Confidence.LIKELY)),
                List.of(new NotObserved("GID tables", "show_gids")),
                List.of(new Verdict.Understood("ip.txt", List.of("ip addr"))),
                List.of(new Verdict.NotUnderstood("cat.png", "It is binary.")));

        assertThat(FindingsJson.write(verdict, Layout.INDENTED)).isEqualTo("""
                        {
                          "schema": "kolo.findings/1",
                          "findings": [
                            {
                              "code": "MTU_SMALL",
                              "severity": "warning",
                              "host": "spark2",
                              "subject": "enp1s0f0np0",
                              "seen": "1500",
                              "wanted": "9000",
                              "consequence": "RoCE falls back to a path MTU of 1024 bytes.",
                              "fix": "sudo ip link set enp1s0f0np0 mtu 9000",
                              "evidence": [
                                {"file": "ip.txt", "line": 4, "text": "mtu 1500"}
                              ],
                              "confidence": "likely"
                            }
                          ],
                          "notObserved": [
                            {
                              "check": "GID tables",
                              "askFor": "show_gids"
                            }
                          ],
                          "understood": [
                            {"file": "ip.txt", "kinds": ["ip addr"]}
                          ],
                          "notUnderstood": [
                            {"file": "cat.png", "reason": "It is binary."}
                          ]
                        }
                        """);
    }

    @Test
    void writesEveryListOfAnEmptyVerdict() {
        Verdict empty = new Verdict(List.of(), List.of(), List.of(), List.of());

        assertThat(FindingsJson.write(empty, Layout.COMPACT))
                .isEqualTo("{\"schema\":\"kolo.findings/1\",\"findings\":[],\"notObserved\":[],"
                        + "\"understood\":[],\"notUnderstood\":[]}");
    }

    @Test
    void saysWhichFindingAnotherFollowsFrom() {
        Finding root = new Finding(
                Code.MTU_SMALL,
                Severity.WARNING,
                "a",
                "x",
                "1500",
                "9000",
                "slow",
                "raise it",
                List.of(),
                Finding.Confidence.CERTAIN);
        Finding after = new Finding(
                Code.FABRIC_LOSS,
                Severity.ERROR,
                "a",
                "x",
                "loss",
                "none",
                "stalls",
                "as above",
                List.of(),
                Finding.Confidence.CERTAIN);
        Verdict verdict = Verdict.of(List.of(new Chain(root, List.of(after))), List.of(), List.of(), List.of());
        String text = FindingsJson.write(verdict, Layout.COMPACT);

        assertThat(text).containsOnlyOnce("\"followsFrom\":{\"finding\":0,\"code\":\"MTU_SMALL\"}");
        assertThat(FindingsJson.read(text)).isEqualTo(new Decoded.Whole<>(verdict));
        assertThat(FindingsJson.read(text.replace("\"finding\":0", "\"finding\":1")))
                .isInstanceOfSatisfying(
                        Decoded.Refused.class, r -> assertThat(r.message()).contains("followsFrom"));
    }

    @Test
    void readsBackEveryVerdictThatItWrites() {
        long first = new SplittableRandom().nextLong();
        for (long seed = first; seed < first + 2000; seed++) {
            Verdict verdict = new AnyRecord(seed).make(Verdict.class);

            assertThat(FindingsJson.read(FindingsJson.write(verdict, Layout.COMPACT)))
                    .as("seed %d", seed)
                    .isEqualTo(new Decoded.Whole<>(verdict));
        }
    }

    @Test
    void refusesAVerdictThatBreaksOffSinceItCouldLookHealthy() {
        String text = FindingsJson.write(new Verdict(List.of(), List.of(), List.of(), List.of()), Layout.COMPACT);

        assertThat(FindingsJson.read(text.substring(0, text.length() - 1)))
                .isInstanceOfSatisfying(
                        Decoded.Refused.class, r -> assertThat(r.message()).contains("ends too early"));
    }

    @Test
    void namesACodeThatItDoesNotKnow() {
        assertThat(FindingsJson.read("{\"schema\": \"kolo.findings/1\", \"findings\": [{\"code\": \"NEVER_HEARD\"}]}"))
                .isEqualTo(new Decoded.Refused<>(
                        1, "findings[0].code must be a code of the catalogue, and is the text \"NEVER_HEARD\""));
    }
}
