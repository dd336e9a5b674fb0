package dev.kolo.probe.nccl.read;

import static org.assertj.core.api.Assertions.assertThatCode;

import dev.kolo.probe.nccl.NcclLogs;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** Real logs cut, shuffled, glued and twisted by seed: no exception, and no list that outgrows its limit. */
class NcclFuzzTest {
    private static final int SEEDS_A_ROUND = 100;
    private static final String[] NAMES = {
        "default", "ifname-missing", "ring-eager-cumem-off", "ring-lazy", "socket", "tree"
    };
    private static final String[] SPICE = {
        "NCCL INFO ",
        "NCCL WARN Call to ibv_modify_qp failed with ",
        "local GID index ",
        "retrying 9999999999/",
        "Got completion from peer ",
        "status=(((",
        "Channel 99999999999/0 : 0[0] -> ",
        "Trees [0] -1/->-> [1",
        "Made virtual device [] name=",
        "[-1] NCCL INFO NET/IB : Using [0]:/[1] ; OOB ",
        "IbDev 4294967296 mtu 99 GID (FFFFFFFFFFFFFFFFF/-) ",
        "comm 0x rank 0 nranks 2147483648 - Init START",
        ":1:1 [0] NCCL INFO ",
        "\u0000\u001b[",
        "99:99:99 2026-99-99 23:59:60 "
    };

    @RepeatedTest(20)
    void readsAnythingWithoutFallingOver(RepetitionInfo round) {
        for (int i = 0; i < SEEDS_A_ROUND; i++) {
            long seed = round.getCurrentRepetition() * 1000L + i;
            byte[] bytes = twisted(new Random(seed));
            assertThatCode(() -> {
                        NcclLogs logs = Logs.of(bytes);
                        logs.communicators();
                        logs.ranks().forEach(r -> r.title());
                    })
                    .as("seed %d", seed)
                    .doesNotThrowAnyException();
        }
    }

    private static byte[] twisted(Random random) {
        String text = new String(
                Logs.resource("nccl/2.28.9-" + NAMES[random.nextInt(NAMES.length)] + ".log"), StandardCharsets.UTF_8);
        StringBuilder out = new StringBuilder(text);
        int twists = 1 + random.nextInt(40);
        for (int i = 0; i < twists; i++) {
            int at = random.nextInt(out.length());
            switch (random.nextInt(5)) {
                case 0 -> out.insert(at, SPICE[random.nextInt(SPICE.length)]);
                case 1 -> out.delete(at, Math.min(out.length(), at + random.nextInt(200)));
                case 2 -> out.setCharAt(at, (char) random.nextInt(0x250));
                case 3 -> out.insert(at, out.substring(at, Math.min(out.length(), at + random.nextInt(300))));
                default -> {
                    int newline = out.indexOf("\n", at);
                    if (newline > 0) {
                        out.deleteCharAt(newline);
                    }
                }
            }
            if (out.isEmpty()) {
                out.append(' ');
            }
        }
        return out.toString().getBytes(random.nextInt(10) == 0 ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_8);
    }
}
