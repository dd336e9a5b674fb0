package dev.kolo.gpu.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kolo.gpu.layout.DeviceLayout;
import dev.kolo.gpu.layout.Form;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The proxy between two kernels that a test plays by hand. */
class ProxyWorkerTest {
    private static final int FIRST = 2;
    private static final List<Form> FORMS = List.of(Form.values());
    private static final int NEAR_THE_END = -4;
    private static final DeviceLayout LAYOUT = new DeviceLayout(2, 8192);
    private static final int[] SIZES = {0, 1, 6, 16, 500, 4096, 8192};

    private final List<MemorySegment> regions = List.of(region(), region());
    private final List<StagedKernel> kernels = new ArrayList<>();
    private final List<List<ProxyWorker>> proxies = new ArrayList<>();

    private static MemorySegment region() {
        return Arena.ofAuto().allocate(LAYOUT.regionBytes(), 4096);
    }

    private void start(int workers, boolean writesWords, int first) {
        for (int rank = 0; rank < 2; rank++) {
            kernels.add(new StagedKernel(rank, LAYOUT, regions.get(rank), first));
            List<ProxyWorker> own = new ArrayList<>();
            for (int w = 0; w < workers; w++) {
                HostCarrier carrier = new HostCarrier(rank, regions, writesWords);
                own.add(new ProxyWorker(w, workers, rank, LAYOUT, regions.get(rank), carrier, first));
            }
            proxies.add(own);
        }
    }

    private void pollAll() {
        for (int round = 0; round < 16; round++) {
            proxies.forEach(own -> own.forEach(ProxyWorker::poll));
        }
    }

    private void exchange(Form form, int bytes) {
        for (StagedKernel kernel : kernels) {
            kernel.stage(form, bytes, 8);
        }
        pollAll();
        for (StagedKernel kernel : kernels) {
            assertThat(kernel.hasArrived(form, bytes, 8))
                    .as(form + " of " + bytes + " B")
                    .isTrue();
            kernel.next();
        }
    }

    @ParameterizedTest
    @CsvSource({"1,true", "2,true", "4,true", "8,true", "1,false", "2,false", "4,false", "8,false"})
    void carriesEveryFormAndSizeAcrossTheEndOfTheNumbers(int workers, boolean writesWords) {
        start(workers, writesWords, NEAR_THE_END);
        for (int round = 0; round < 3; round++) {
            for (Form form : Form.values()) {
                for (int bytes : SIZES) {
                    if (writesWords || form != Form.LL16) {
                        exchange(form, bytes);
                    }
                }
            }
        }
    }

    @Test
    void aWorkerWithoutAPartThatSleptFindsItsPlaceAgain() {
        start(4, true, FIRST);
        ProxyWorker sleeper = proxies.get(0).get(1);
        for (int i = 0; i < 7; i++) {
            for (StagedKernel kernel : kernels) {
                kernel.stageUnits(Form.LL16, 6, 0, 1);
                kernel.stageHeader(Form.LL16, 6);
            }
            for (int round = 0; round < 3; round++) {
                proxies.forEach(own -> own.stream().filter(w -> w != sleeper).forEach(ProxyWorker::poll));
            }
            kernels.forEach(kernel -> {
                assertThat(kernel.hasArrived(Form.LL16, 6, 0)).isTrue();
                kernel.next();
            });
        }
        for (int i = 0; i < 20; i++) {
            sleeper.poll();
        }
        exchange(Form.LL16, 8192);
    }

    @ParameterizedTest
    @CsvSource({"LL16,true", "LL8,true", "LL8,false"})
    void carriesNoWordThatItHasNotSeen(Form form, boolean writesWords) {
        start(2, writesWords, FIRST);
        exchange(form, 4096);
        exchange(form, 4096);
        int units = form.units(4096);
        StagedKernel sender = kernels.getFirst();
        sender.stageUnits(form, 4096, 0, 3);
        sender.stageUnits(form, 4096, units - 3, units);
        sender.stageHeader(form, 4096);
        pollAll();
        assertThat(kernels.get(1).hasArrived(form, 4096, 0)).isFalse();
        sender.stageUnits(form, 4096, 3, units - 3);
        pollAll();
        assertThat(kernels.get(1).hasArrived(form, 4096, 0)).isTrue();
    }

    @Test
    void beginsAtTheAgreedStepAndNotAtWhatADoorbellHolds() {
        start(1, true, 100);
        StagedKernel older = new StagedKernel(0, LAYOUT, regions.getFirst(), 98);
        older.stagePlain(64, 4);
        pollAll();
        assertThat(proxies.getFirst().getFirst().carried()).isZero();
        exchange(Form.FLAG, 64);
    }

    @Test
    void refusesADoorbellThatCannotBe() {
        start(1, true, FIRST);
        kernels.getFirst().stagePlain(64, 4);
        long line = LAYOUT.doorbells(1) + DeviceLayout.line(0, 0);
        regions.getFirst().set(ValueLayout.JAVA_INT, line + DeviceLayout.DOORBELL_BYTES, 1 << 20);
        assertThatThrownBy(() -> proxies.getFirst().getFirst().poll())
                .hasMessageContaining("step 2 for rank 1 speaks of 1048576 B")
                .hasMessageContaining("cannot be");
    }

    @Test
    @SuppressWarnings("try") // its threads do the work
    void aProxyThatFailsEndsTheWaitsOfItsKernels() throws InterruptedException {
        start(1, true, FIRST);
        kernels.getFirst().stagePlain(64, 4);
        long line = LAYOUT.doorbells(1) + DeviceLayout.line(0, 0);
        regions.getFirst().set(ValueLayout.JAVA_INT, line + DeviceLayout.DOORBELL_FROM, -5);
        var told = new LinkedBlockingQueue<String>();
        try (MailboxProxy proxy = new MailboxProxy(proxies.getFirst(), regions.getFirst(), told::add)) {
            assertThat(told.poll(10, TimeUnit.SECONDS)).contains("the proxy has ended");
            assertThat(regions.getFirst().get(ValueLayout.JAVA_LONG, DeviceLayout.ABORT_AT))
                    .isEqualTo(1);
        }
    }

    @Test
    @SuppressWarnings("try") // its threads do the work
    void threadsCarryWhatIsThereAndBeatTheirHeart() {
        start(1, true, FIRST);
        try (MailboxProxy one = new MailboxProxy(proxies.get(0), regions.get(0), s -> {});
                MailboxProxy other = new MailboxProxy(proxies.get(1), regions.get(1), s -> {})) {
            for (int i = 0; i < 30; i++) {
                Form form = FORMS.get(i % FORMS.size());
                int bytes = SIZES[i % SIZES.length];
                for (StagedKernel kernel : kernels) {
                    if (form == Form.FLAG) {
                        kernel.stagePlain(bytes, 8);
                    } else {
                        kernel.stageHeader(form, bytes);
                        kernel.stageUnits(form, bytes, 0, form.units(bytes));
                    }
                }
                for (StagedKernel kernel : kernels) {
                    while (!kernel.hasArrived(form, bytes, 8)) {
                        Thread.onSpinWait();
                    }
                    kernel.next();
                }
            }
            assertThat(regions.get(0).get(ValueLayout.JAVA_LONG, DeviceLayout.HEARTBEAT_AT))
                    .isPositive();
        }
    }

    @Test
    void hasEndedItsThreadsWhenItIsClosedWhateverInterrupts() {
        start(1, true, FIRST);
        MailboxProxy proxy = new MailboxProxy(proxies.getFirst(), regions.getFirst(), s -> {});
        List<Thread> threads = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("kolo-proxy"))
                .toList();
        assertThat(threads).isNotEmpty();
        Thread.currentThread().interrupt();
        proxy.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(threads).noneMatch(Thread::isAlive);
    }
}
