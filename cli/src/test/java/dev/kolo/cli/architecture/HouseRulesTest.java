package dev.kolo.cli.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows that each rule of {@link House} catches what it is there for, on classes that break it on purpose. */
class HouseRulesTest {
    private static final JavaClasses VIOLATIONS = new ClassFileImporter()
            .importPackages(
                    "dev.kolo.fabric.violation",
                    "dev.kolo.doctor.violation",
                    "dev.kolo.probe.violation",
                    "dev.kolo.page.violation");

    private static final Pattern OFFENDER = Pattern.compile("violation\\.Violations\\$(\\w+)");

    @ParameterizedTest
    @CsvSource({
        "ReadsAFile",
        "NamesAFile",
        "OpensAReader",
        "HoldsAChannel",
        "ResolvesAName",
        "ReadsAResource",
    })
    void findsFilesAndChannelsInPureRooms(String offender) {
        assertThat(offenders(House.pureRoomsTouchNoFileOrChannel())).contains(offender);
    }

    @ParameterizedTest
    @CsvSource({"StartsAThread", "UsesAnExecutor", "StartsAProcess"})
    void findsThreadsAndProcessesInPureRooms(String offender) {
        assertThat(offenders(House.pureRoomsStartNoThreadOrProcess())).contains(offender);
    }

    @ParameterizedTest
    @CsvSource({
        "ReadsTheTime",
        "ReadsTheInstant",
        "HoldsAClock",
        "ReadsTheEnvironment",
        "PrintsToStdout",
        "DependsOnTheMachinesCharset",
    })
    void findsClocksAndEnvironmentInPureRooms(String offender) {
        assertThat(offenders(House.pureRoomsReadNoClockOrEnvironment())).contains(offender);
    }

    @ParameterizedTest
    @CsvSource({"DrawsANumber", "DrawsAFraction", "DrawsAnIdentifier", "Shuffles"})
    void findsRandomNumbersInPureRooms(String offender) {
        assertThat(offenders(House.pureRoomsDrawNoRandomNumber())).contains(offender);
    }

    @Test
    void findsReflection() {
        assertThat(offenders(House.nobodyReflects())).containsExactlyInAnyOrder("FindsAClassByName", "LooksAtMethods");
    }

    @Test
    void findsProcessesOutsideOfRemote() {
        assertThat(offenders(House.onlyRemoteStartsProcesses())).containsExactly("StartsAProcess");
    }

    @Test
    void findsTheJsonLibraryOutsideOfItsPackage() {
        assertThat(offenders(House.jsonLibraryStaysInItsPackage())).containsExactly("UsesJsonOutsideItsPackage");
    }

    @Test
    void findsNamesThatFitEverything() {
        assertThat(offenders(House.namesSayWhatAThingIs()))
                .containsExactlyInAnyOrder("AddressUtil", "AddressHelper", "AddressManager", "AddressImpl");
    }

    @Test
    void findsStaticsThatCanChange() {
        assertThat(offenders(House.staticsNeverChange()))
                .containsExactlyInAnyOrder("CountsInAStatic", "FillsAStaticList", "ShowsAStaticArray");
    }

    @Test
    void findsADoctorThatReadsByItselfAndLetsItJudgeRecords() {
        assertThat(offenders(House.doctorKnowsOnlyRecordsOfProbe())).containsExactly("ReadsByItself");
    }

    @Test
    void findsAnArrowThatPointsTheWrongWay() {
        ArchRule doctor = House.arrows().get("doctor");
        assertThat(offenders(doctor)).containsExactly("DrawsByItself");
    }

    /** The simple names of the classes that a rule complains about. */
    private static Set<String> offenders(ArchRule rule) {
        Set<String> names = new TreeSet<>();
        for (String line : rule.evaluate(VIOLATIONS).getFailureReport().getDetails()) {
            Matcher named = OFFENDER.matcher(line);
            if (named.find()) {
                names.add(named.group(1));
            }
        }
        return names;
    }
}
