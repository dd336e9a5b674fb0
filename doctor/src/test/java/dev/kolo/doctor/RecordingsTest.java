package dev.kolo.doctor;

import static dev.kolo.doctor.Verdicts.judge;
import static dev.kolo.doctor.Verdicts.only;
import static dev.kolo.doctor.Verdicts.troubles;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What real kernels said: healthy rings are silent, and each planted fault is the only thing found. */
class RecordingsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "pair",
                "pair-two-cables",
                "ring3-healthy",
                "ring4-healthy",
                "ring4-lldp",
                "ring4-relay",
                "ring6-healthy",
                "samples/ring4-two-planes"
            })
    void staysSilentOnHealthyMachines(String ring) {
        assertThat(troubles(judge(Shown.folder("recorded/" + ring).inventory())))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "ring3-swap, ENDS_IN_DIFFERENT_SUBNETS CABLE_SAME_INDEX",
        "ring4-swap, ENDS_IN_DIFFERENT_SUBNETS CABLE_SAME_INDEX",
        "ring4-mtu, MTU_MISMATCH",
        "ring4-port-down, PORT_NO_LINK",
        "ring4-unplugged, PORT_NO_LINK",
        "ring4-unaddressed, UNADDRESSED",
        "ring4-plane2-unaddressed, UNADDRESSED DEVICES_CARRY_NOTHING",
        "samples/ring4-second-plane-unaddressed, UNADDRESSED DEVICES_CARRY_NOTHING",
        "ring4-duplicate-subnets, DUPLICATE_ADDRESS DUPLICATE_SUBNET TWINS_IN_ONE_SUBNET"
    })
    void findsThePlantedFaultAndNothingElse(String ring, String expected) {
        List<Code> codes =
                Arrays.stream(expected.split(" ", -1)).map(Code::valueOf).toList();
        assertThat(troubles(judge(Shown.folder("recorded/" + ring).inventory())))
                .containsExactlyElementsOf(codes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ring3-swap", "ring4-swap"})
    void namesThePlugsWhateverStrayNeighbourEntriesSay(String ring) {
        Finding finding = only(judge(Shown.folder("recorded/" + ring).inventory()), Code.ENDS_IN_DIFFERENT_SUBNETS);
        assertThat(finding.host()).isEqualTo("spark2");
        assertThat(finding.fix()).startsWith("on spark2 exchange the plugs of port 0 and port 1");
        assertThat(finding.confidence()).isEqualTo(Finding.Confidence.CERTAIN);
        assertThat(finding.evidence()).isNotEmpty();
    }

    @Test
    void namesThePlugsFromLooseCommandOutputToo() {
        Shown loose = Shown.folder("recorded/ring4-swap").only("/ip-neigh.txt", "/ip-addr.txt");
        Finding finding = only(judge(loose.inventory()), Code.ENDS_IN_DIFFERENT_SUBNETS);
        assertThat(finding.fix()).startsWith("on spark2 exchange the plugs of port 0 and port 1");
    }
}
