package dev.kolo.verbs.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kolo.verbs.call.Unavailable.Seen;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Four causes, four sentences. */
class UnavailableTest {
    @Test
    void eachCauseHasASentenceOfItsOwnWithItsRemedy() {
        String library = Unavailable.words(new Seen(false, false, -1, 0));
        String kernel = Unavailable.words(new Seen(true, false, -1, 38));
        String device = Unavailable.words(new Seen(true, true, 0, 0));
        String permission = Unavailable.notOpened("rocep1s0f0", "/dev/infiniband/uverbs0", true, false, "nobody", 2);
        assertThat(List.of(library, kernel, device, permission)).doesNotHaveDuplicates();
        assertThat(library).contains("libibverbs.so.1").contains("libibverbs1");
        assertThat(kernel).contains("ENOSYS").contains("errno 38").contains("modprobe ib_uverbs");
        assertThat(device).contains("no RDMA device").contains("mlx5_ib");
        assertThat(permission)
                .contains("nobody")
                .contains("/dev/infiniband/uverbs0")
                .contains("udev");
    }

    @Test
    void anEmptyListWithoutTheKernelsClassIsMissingKernelSupport() {
        assertThat(Unavailable.words(new Seen(true, false, 0, 0))).contains("ib_uverbs");
    }

    @Test
    void aNodeThatIsNotThereIsNoMatterOfPermission() {
        assertThat(Unavailable.notOpened("rocep1s0f0", "/dev/infiniband/uverbs0", false, false, "root", 2))
                .contains("is not there")
                .contains("--device /dev/infiniband")
                .doesNotContain("may not");
        assertThat(Unavailable.notOpened("rocep1s0f0", "/dev/infiniband/uverbs0", true, true, "root", 16))
                .contains("errno 16");
    }

    @Test
    void nothingMissingIsNoCause() {
        assertThatThrownBy(() -> Unavailable.words(new Seen(true, true, 2, 0)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
