package dev.kolo.verbs.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kolo.wire.nic.NicException;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What a user may write to name a device. */
class DeviceWishTest {
    @Test
    void portAndGidMayBeLeftOut() throws NicException {
        assertThat(DeviceWish.parse(List.of("rocep1s0f0", "mlx5_0:1", " rocep1s0f1:1:3")))
                .containsExactly(
                        new DeviceWish("rocep1s0f0", OptionalInt.empty(), OptionalInt.empty()),
                        new DeviceWish("mlx5_0", OptionalInt.of(1), OptionalInt.empty()),
                        new DeviceWish("rocep1s0f1", OptionalInt.of(1), OptionalInt.of(3)));
    }

    @Test
    void anythingElseIsRefusedWithItsForm() {
        for (String wrong : List.of("", "a b", "x:y", "a:1:2:3", "../etc", "a:99999", "a\u001b[31m")) {
            assertThatThrownBy(() -> DeviceWish.parse(List.of(wrong)))
                    .isInstanceOf(NicException.class)
                    .hasMessageContaining("name[:port][:gid]")
                    .hasMessageNotContaining("\u001b");
        }
    }
}
