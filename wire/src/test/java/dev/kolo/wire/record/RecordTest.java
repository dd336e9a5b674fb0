package dev.kolo.wire.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class RecordTest {
    @Test
    void hmacIsThatOfRfc4231() {
        byte[] key = HexFormat.of().parseHex("0b".repeat(20));
        assertThat(HexFormat.of().formatHex(Digests.hmac(key, Digests.bytes("Hi There"))))
                .isEqualTo("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
        assertThat(HexFormat.of()
                        .formatHex(Digests.hmac(Digests.bytes("Jefe"), Digests.bytes("what do ya want for nothing?"))))
                .isEqualTo("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
        byte[] longKey = HexFormat.of().parseHex("aa".repeat(131));
        assertThat(HexFormat.of()
                        .formatHex(Digests.hmac(
                                longKey, Digests.bytes("Test Using Larger Than Block-Size Key - Hash Key First"))))
                .isEqualTo("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
    }

    @Test
    void hmacIsThatOfTheJdk() throws Exception {
        for (int length = 0; length < 200; length += 13) {
            byte[] key = new byte[length + 1];
            byte[] message = new byte[200 - length];
            key[0] = 3;
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            assertThat(Digests.hmac(key, message)).isEqualTo(mac.doFinal(message));
        }
    }

    @Test
    void partsOfADigestDoNotRunIntoEachOther() {
        assertThat(Digests.sha256(Digests.bytes("ab"), Digests.bytes("c")))
                .isNotEqualTo(Digests.sha256(Digests.bytes("a"), Digests.bytes("bc")));
    }

    @Test
    void fieldsComeBackAsTheyWereWritten() throws Exception {
        byte[] bytes = new RecordWriter()
                .u8(200)
                .u16(60_000)
                .u32(-2)
                .u64(Long.MIN_VALUE + 5)
                .flag(true)
                .text("grün")
                .blob(new byte[] {1, 2})
                .toBytes();
        RecordReader reader = new RecordReader("test", bytes);
        assertThat(reader.u8()).isEqualTo(200);
        assertThat(reader.u16()).isEqualTo(60_000);
        assertThat(reader.u32()).isEqualTo(-2);
        assertThat(reader.u64()).isEqualTo(Long.MIN_VALUE + 5);
        assertThat(reader.flag()).isTrue();
        assertThat(reader.text()).isEqualTo("grün");
        assertThat(reader.blob()).containsExactly(1, 2);
        reader.end();
    }

    @Test
    void shortAndLongRecordsAreRefusedWithTheirLengths() {
        assertThatThrownBy(() -> new RecordReader("device record", new byte[3]).u32())
                .hasMessage("device record ends after 3 bytes, at least 4 were expected");
        assertThatThrownBy(() -> new RecordReader("device record", new byte[3]).end())
                .hasMessage("device record has 3 bytes, 0 were expected");
        byte[] huge = new RecordWriter().u32(Integer.MAX_VALUE).toBytes();
        assertThatThrownBy(() -> new RecordReader("blob", huge).blob()).hasMessageContaining("at most 0 are possible");
    }

    @Test
    void longTextsAreCutBetweenCharacters() throws Exception {
        byte[] bytes = new RecordWriter().text("x" + "ü".repeat(4000)).toBytes();
        String back = new RecordReader("text", bytes).text();
        assertThat(back).isEqualTo("x" + "ü".repeat(2047));
        assertThat(back.getBytes(StandardCharsets.UTF_8)).hasSize(4095);
    }

    @Test
    void tagsAreNeverZeroAndNeverTheLastOnes() {
        SessionId id = new SessionId(0, 0x1_0000_0000L);
        int tag = id.tag(List.of(0, 0));
        assertThat(tag).isNotZero();
        assertThat(id.tag(List.of(tag))).isNotZero().isNotEqualTo(tag);
        assertThat(SessionId.NONE.tag(List.of(1, 2))).isEqualTo(3);
    }
}
