package dev.kolo.probe.read.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** From bytes to lines. */
class LineReaderTest {
    private static List<String> lines(byte[] bytes) throws IOException {
        LineReader reader = new LineReader(new ByteArrayInputStream(bytes));
        List<String> lines = new ArrayList<>();
        for (Optional<String> line = reader.next(); line.isPresent(); line = reader.next()) {
            lines.add(line.get());
        }
        return lines;
    }

    private static List<String> lines(String text, Charset charset) throws IOException {
        return lines(text.getBytes(charset));
    }

    private static Optional<String> refusal(byte[] bytes) throws IOException {
        return new LineReader(new ByteArrayInputStream(bytes)).refusal();
    }

    @Test
    void takesAnyLineEnd() throws IOException {
        assertThat(lines("a\nb\r\nc\rd\n\ne", StandardCharsets.UTF_8)).containsExactly("a", "b", "c", "d", "", "e");
    }

    @Test
    void aWindowsLineEndAcrossTwoBuffersIsOne() throws IOException {
        String first = "x".repeat(8191);

        assertThat(lines(first + "\r\nnext\r\n", StandardCharsets.UTF_8)).containsExactly(first, "next");
        assertThat(lines(first + "y".repeat(8192) + "\r\nnext", StandardCharsets.UTF_8))
                .hasSize(2);
    }

    @Test
    void readsUtf16WithAndWithoutMark() throws IOException {
        String text = "== spark1\r\nenp1s0f0np0 UP 10.0.0.1/24\r\n";

        for (Charset charset : List.of(StandardCharsets.UTF_16, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
            assertThat(lines(text, charset)).containsExactly("== spark1", "enp1s0f0np0 UP 10.0.0.1/24");
        }
        byte[] marked = ("\uFEFF" + text).getBytes(StandardCharsets.UTF_16LE);
        assertThat(lines(marked)).first().isEqualTo("== spark1");
        assertThat(lines("\uFEFF" + text, StandardCharsets.UTF_8)).first().isEqualTo("== spark1");
    }

    @Test
    void toleratesBytesThatAreNoUtf8() throws IOException {
        assertThat(lines("caf\u00e9 enp1s0f0np0\n", StandardCharsets.ISO_8859_1))
                .containsExactly("caf\uFFFD enp1s0f0np0");
        byte[] cut = Arrays.copyOf("schön".getBytes(StandardCharsets.UTF_8), 4);
        assertThat(lines(cut)).containsExactly("sch\uFFFD");
    }

    @Test
    void saysWhatABinaryFileIs() throws IOException {
        byte[] noise = new byte[4096];
        for (int i = 0; i < noise.length; i++) {
            noise[i] = (byte) (i * 31);
        }

        assertThat(refusal(new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'}))
                .hasValueSatisfying(r -> assertThat(r).contains("PNG image", "paste the text"));
        assertThat(refusal(new byte[] {0x1f, (byte) 0x8b, 8, 0})).contains("it is a gzip archive");
        assertThat(refusal(noise)).hasValueSatisfying(r -> assertThat(r).startsWith("it is binary"));
        assertThat(refusal(new byte[0])).isEmpty();
    }

    @Test
    void aProcessEnvironmentIsAListOfLines() throws IOException {
        byte[] bytes = "PATH=/bin\0NCCL_IB_HCA==rocep1s0f0\0HOME=/root\0".getBytes(StandardCharsets.UTF_8);

        assertThat(lines(bytes)).containsExactly("PATH=/bin", "NCCL_IB_HCA==rocep1s0f0", "HOME=/root");
        assertThat(new LineReader(new ByteArrayInputStream(bytes)).isProcessEnvironment())
                .isTrue();
    }

    @Test
    void cutsALineThatNeverEnds() throws IOException {
        byte[] bytes = new byte[LineReader.MAX_LINE_CHARS + 100];
        Arrays.fill(bytes, (byte) 'x');
        bytes[bytes.length - 5] = '\n';
        LineReader reader = new LineReader(new ByteArrayInputStream(bytes));

        assertThat(reader.next().orElseThrow()).hasSize(LineReader.MAX_LINE_CHARS);
        assertThat(reader.wasCut()).isTrue();
        assertThat(reader.next()).contains("xxxx");
        assertThat(reader.wasCut()).isFalse();
        assertThat(reader.number()).isEqualTo(2);
        assertThat(reader.next()).isEmpty();
    }
}
