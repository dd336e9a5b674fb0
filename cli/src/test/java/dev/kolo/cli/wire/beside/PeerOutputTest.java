package dev.kolo.cli.wire.beside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** What other programs print, and how they are started. */
class PeerOutputTest {
    private static final String NCCL = """
            # nThread 1 nGpus 2 minBytes 16384 maxBytes 16384 step: 1048576(bytes) warmup iters: 5 iters: 20
            #
            #                                                              out-of-place                       in-place
            #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
            #        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
                   16384          2048     float    none      -1    12.61    1.30    0.65      0    12.44    1.32    0.66    N/A
            # Out of bounds values : 0 OK
            # Avg bus bandwidth    : 0.65
            """;

    private static final String PERFTEST = """
             #bytes #iterations    t_min[usec]    t_max[usec]  t_typical[usec]    t_avg[usec]    t_stdev[usec]   99% percentile[usec]   99.9% percentile[usec]
            Conflicting CPU frequency values detected: 2400.000000 != 1873.463000. CPU Frequency is not max.
             8192    1000          2.76           6.12         2.89     	       2.91        	0.10   		3.21    		6.12
            ---------------------------------------------------------------------------------------
            """;

    @Test
    void takesTheOutOfPlaceTimeOfNcclTests() {
        assertThat(NcclTests.micros(NCCL, 16384)).isEqualTo(OptionalDouble.of(12.61));
        assertThat(NcclTests.micros(NCCL, 8192)).isEmpty();
        assertThatThrownBy(() -> NcclTests.micros(NCCL.replace("12.61", "fast"), 16384))
                .hasMessageContaining("\"fast\" is no time");
    }

    @Test
    void takesTheRowOfPerftestAmidItsComplaints() {
        Figures figures = Perftest.figures(PERFTEST, 8192).orElseThrow();
        assertThat(figures.p50Micros()).hasValue(2.89);
        assertThat(figures.meanMicros()).hasValue(2.91);
        assertThat(figures.p99Micros()).hasValue(3.21);
        assertThat(figures.p999Micros()).hasValue(6.12);
        assertThat(figures.maxMicros()).hasValue(6.12);
        assertThat(Perftest.figures(PERFTEST, 16)).isEmpty();
    }

    @Test
    void leavesOutWhatAnOlderPerftestDoesNotState() {
        String older = " 2       1000           1.85           28.40          2.05             2.11\n";
        Figures figures = Perftest.figures(older, 2).orElseThrow();
        assertThat(figures.p50Micros()).hasValue(2.05);
        assertThat(figures.p99Micros()).isEmpty();
    }

    @Test
    void comparesWithTheSameTransportOfOpenMpi() {
        assertThat(mpirun("shm", false, "(Open MPI) 4.1.4"))
                .contains("--mca btl vader,self")
                .doesNotContain("oversub");
        assertThat(mpirun("shm", false, "(Open MPI) 5.0.3")).contains("--mca btl sm,self");
        assertThat(mpirun("tcp", false, "(Open MPI) 4.1.4")).contains("--mca btl tcp,self --mca btl_tcp_if_include lo");
        assertThat(mpirun("shm", true, "(Open MPI) 4.1.4"))
                .contains("--oversubscribe")
                .contains("--mca mpi_yield_when_idle 1");
    }

    @Test
    void comparesASlotWithMemoryThatIsWrittenAsOften() {
        assertThat(new Cell(Cell.ALL_GATHER, 8, Cell.SLOT, 1, 1).withoutSlots().payload())
                .isEqualTo(Cell.REWRITTEN);
        assertThat(new Cell(Cell.ALL_GATHER, 8, Cell.SLOT_REPEATED, 1, 1)
                        .withoutSlots()
                        .payload())
                .isEqualTo(Cell.REPEATED);
        Cell order = new Cell(Cell.WINDOW, 8192, Cell.REPEATED, 10, 60);
        assertThat(Cell.parse(order.order())).isEqualTo(order);
    }

    private static String mpirun(String nic, boolean crowded, String version) {
        Terms terms = new Terms(nic, 2, crowded, List.of(), Map.of());
        return String.join(" ", OpenMpi.command(terms, version, "program", "socket"));
    }
}
