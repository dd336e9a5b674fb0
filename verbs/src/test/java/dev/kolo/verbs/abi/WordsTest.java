package dev.kolo.verbs.abi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.wire.nic.CompletionStatus;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Numbers in words. */
class WordsTest {
    @Test
    void aStatusHasItsNumberItsNameAndItsMeaning() {
        assertThat(WorkStatus.describe(12))
                .isEqualTo("no answer within all retries: the cable, the peer's port or the peer's process is gone"
                        + " (IBV_WC_RETRY_EXC_ERR, 12)");
        assertThat(WorkStatus.describe(99)).contains("99");
        assertThat(WorkStatus.describe(-1)).contains("-1");
    }

    @Test
    void onlySuccessIsFineForTheWire() {
        assertThat(Stream.of(WorkStatus.values()).filter(s -> s.forWire() == CompletionStatus.OK))
                .containsExactly(WorkStatus.SUCCESS);
        assertThat(WorkStatus.of(5).map(WorkStatus::forWire)).contains(CompletionStatus.FLUSHED);
        assertThat(WorkStatus.of(10).map(WorkStatus::forWire)).contains(CompletionStatus.REMOTE_REFUSED);
    }

    @Test
    void anErrnoHasItsNameAndItsMeaningHere() {
        assertThat(Errno.describe(12))
                .contains("ENOMEM")
                .contains("locked memory")
                .contains("errno 12");
        assertThat(Errno.describe(110)).contains("ETIMEDOUT").contains("not resolved");
        assertThat(Errno.describe(777)).isEqualTo("errno 777");
    }

    @Test
    void eventsSayWhomTheyConcern() {
        assertThat(AsyncEvent.of(8).map(AsyncEvent::concerns)).contains(AsyncEvent.Concerns.DEVICE);
        assertThat(AsyncEvent.of(10).map(AsyncEvent::concerns)).contains(AsyncEvent.Concerns.PORT_DOWN);
        assertThat(AsyncEvent.of(9).map(AsyncEvent::concerns)).contains(AsyncEvent.Concerns.PORT_UP);
        assertThat(AsyncEvent.of(64)).isEmpty();
    }
}
