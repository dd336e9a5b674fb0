package dev.kolo.probe.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Streams far larger than the memory that reading them may take. */
class LargeInputTest {
    private static final long MEGABYTE = 1 << 20;

    /** Repeats some bytes for as long as wanted, and notes the largest piece that was asked for. */
    private static final class Endless extends InputStream {
        private final byte[] block;
        private long left;
        private int at;
        int largestRequest;

        Endless(String text, long length) {
            block = text.getBytes(StandardCharsets.UTF_8);
            left = length;
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            largestRequest = Math.max(largestRequest, length);
            if (left <= 0) {
                return -1;
            }
            int count = (int) Math.min(left, Math.min(length, block.length - at));
            System.arraycopy(block, at, into, offset, count);
            at = (at + count) % block.length;
            left -= count;
            return count;
        }
    }

    private static ReadResult read(Endless stream) {
        InventoryReader reader = new InventoryReader();
        reader.add(SourceText.loose("large.log", stream));
        return reader.finish();
    }

    @Test
    void aLogOfManyMegabytesPassesInSmallPieces() {
        String padding = " and so on".repeat(60);
        Endless log = new Endless(
                String.join(
                        padding + "\n",
                        "spark1:99:120 [0] NCCL INFO Channel 02/0 : 0[0] -> 1[0] [send] via NET/IB/2",
                        "spark1:99:120 [0] NCCL INFO NET/IB: Subnet-aware routing: overriding dev 2 with dev 0",
                        "(Worker_TP0 pid=99) INFO 09-01 12:00:00 [loggers.py:123] Avg prompt throughput: 0.0 tokens/s",
                        ""),
                220 * MEGABYTE);
        ReadResult result = read(log);

        assertThat(log.largestRequest).isLessThanOrEqualTo(1 << 14);
        assertThat(result.inventory().hosts()).hasSize(1);
        // What is kept does not grow with the log.
        assertThat(result.inventory().hosts().get(0).remarks()).hasSize(1);
        assertThat(result.problems()).isEmpty();
    }

    @Test
    void aLineThatNeverEndsIsCut() {
        Endless line = new Endless("0123456789abcdef", 20 * MEGABYTE);
        ReadResult result = read(line);

        assertThat(result.problems()).singleElement().satisfies(p -> {
            assertThat(p.line()).isEqualTo(1);
            assertThat(p.text()).contains("longer than");
        });
        assertThat(result.notUnderstood()).hasSize(1);
    }

    @Test
    void jsonThatNeverEndsIsGivenUp() {
        Endless json = new Endless(
                "{\"a\": [\n\"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\",\n", 70 * MEGABYTE);
        ReadResult result = read(json);

        assertThat(result.problems()).isNotEmpty();
        assertThat(result.problems().size()).isLessThanOrEqualTo(50);
        assertThat(result.inventory().hosts()).isEmpty();
    }

    @Test
    void factsWithoutEndAreLimitedAndSaidToBe() {
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < 5000; i++) {
            rows.append("eth")
                    .append(i)
                    .append(" UP 10.0.")
                    .append(i / 250)
                    .append('.')
                    .append(i % 250 + 1)
                    .append("/24\n");
        }
        ReadResult result = read(new Endless(rows.toString(), 20 * MEGABYTE));

        assertThat(result.problems())
                .extracting(ReadResult.Problem::text)
                .containsExactly("more than 300000 lines of facts; the rest of the text was not read");
        assertThat(result.inventory().hosts().get(0).netdevs()).hasSize(5000);
    }

    @Test
    void hostsWithoutEndAreLimited() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 3000; i++) {
            text.append("== host").append(i).append("\nenp1s0f0np0 UP 10.0.0.1/24\n");
        }
        List<?> hosts = Texts.read(text.toString()).inventory().hosts();

        assertThat(hosts.size()).isBetween(1000, 1100);
    }
}
