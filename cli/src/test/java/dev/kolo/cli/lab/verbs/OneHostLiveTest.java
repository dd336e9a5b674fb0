package dev.kolo.cli.lab.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.names.ShellWord;
import dev.kolo.lab.RunningLab;
import dev.kolo.lab.junit.Lab;
import dev.kolo.lab.life.GuestJava;
import dev.kolo.remote.process.Input;
import dev.kolo.remote.process.Outcome;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The verbs NIC and the memory that it takes, on a real kernel: soft RoCE from a device to itself. */
@Lab(shape = "pair", hosts = 2)
class OneHostLiveTest {
    private static final long NANOS = TimeUnit.MINUTES.toNanos(8);
    private static final int HUGE_BYTES = 2 << 20;

    private final RunningLab lab;

    OneHostLiveTest(RunningLab lab) {
        this.lab = lab;
    }

    @Test
    void keepsWhatEveryNicMustKeep() throws Exception {
        Outcome.Exited ran = java("", ContractRun.class);

        assertThat(ran.stdout().text()).doesNotContain("FAILED ").contains(" passed, 0 failed");
        assertThat(ran.status()).as(ran.stderr().toString()).isZero();
    }

    @Test
    void carriesFromAndToFilesInSharedMemory() throws Exception {
        Outcome.Exited ran = java("", RegionRun.class, "1048576", "/dev/shm/kolo-near", "/dev/shm/kolo-far");

        assertThat(ran.stdout().text()).as(ran.toString()).contains("CARRIED 1044480 bytes");
    }

    @Test
    void carriesFromAndToHugePages() throws Exception {
        String pages = "mkdir -p /run/huge && mount -t hugetlbfs none /run/huge && echo 2 >/proc/sys/vm/nr_hugepages"
                + " && grep -q 'HugePages_Total: *2$' /proc/meminfo && ";
        try {
            Outcome.Exited ran =
                    java(pages, RegionRun.class, Integer.toString(HUGE_BYTES), "/run/huge/near", "/run/huge/far");

            assertThat(ran.stdout().text()).as(ran.toString()).contains("CARRIED " + (HUGE_BYTES - 4096) + " bytes");
        } finally {
            lab.shell("A", NANOS, "umount /run/huge; echo 0 >/proc/sys/vm/nr_hugepages", new Input.Nothing());
        }
    }

    /** Root may lock what it likes; without that capability it may lock what every user may. */
    @Test
    void explainsWithTheOwnLimitWhyMemoryCannotBeLocked() throws Exception {
        String limited = "ulimit -l 64 && exec setpriv --bounding-set -ipc_lock --inh-caps -ipc_lock ";
        Outcome.Exited ran = java(limited, RegionRun.class, "1048576", "/dev/shm/kolo-near", "/dev/shm/kolo-far");

        assertThat(ran.status()).as(ran.toString()).isEqualTo(4);
        assertThat(ran.stdout().text())
                .contains("REFUSED ", "ibv_reg_mr of 1048576 bytes fails", "errno 12")
                .contains("this process may lock 65536 bytes and needs 1048576 more for each device")
                .contains("ulimit -l unlimited");
    }

    private Outcome.Exited java(String before, Class<?> main, String... arguments) throws InterruptedException {
        String command = Stream.concat(GuestJava.command(main.getName()).stream(), Stream.of(arguments))
                .map(ShellWord::quote)
                .collect(Collectors.joining(" "));
        return lab.shell("A", NANOS, before + command, new Input.Nothing());
    }
}
