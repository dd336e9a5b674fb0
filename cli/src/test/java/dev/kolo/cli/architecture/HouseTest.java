package dev.kolo.cli.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Holds all classes of all rooms to the rules in {@link House}. */
class HouseTest {
    private static final JavaClasses KOLO = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            // Where the reactor packages, a room's test artefact is a jar, whose place no longer says that it is of
            // tests.
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("dev.kolo");

    @Test
    void seesEveryRoom() {
        assertThat(KOLO.stream().map(type -> type.getPackageName().split("\\.")[2]))
                .containsAll(House.ARROWS.keySet());
    }

    @TestFactory
    Stream<DynamicTest> everyRoomKnowsOnlyWhatItsArrowsReach() {
        return House.arrows().entrySet().stream()
                .map(rule -> DynamicTest.dynamicTest(
                        rule.getKey(), () -> rule.getValue().check(KOLO)));
    }

    @Test
    void theDoctorKnowsOnlyRecordsOfProbe() {
        House.doctorKnowsOnlyRecordsOfProbe().check(KOLO);
    }

    @Test
    void theJsonLibraryStaysInItsPackage() {
        House.jsonLibraryStaysInItsPackage().check(KOLO);
    }

    @Test
    void pureRoomsTouchNoFileOrChannel() {
        House.pureRoomsTouchNoFileOrChannel().check(KOLO);
    }

    @Test
    void pureRoomsStartNoThreadOrProcess() {
        House.pureRoomsStartNoThreadOrProcess().check(KOLO);
    }

    @Test
    void pureRoomsReadNoClockOrEnvironment() {
        House.pureRoomsReadNoClockOrEnvironment().check(KOLO);
    }

    @Test
    void pureRoomsDrawNoRandomNumber() {
        House.pureRoomsDrawNoRandomNumber().check(KOLO);
    }

    @Test
    void nobodyReflects() {
        House.nobodyReflects().check(KOLO);
    }

    @Test
    void onlyRemoteStartsProcesses() {
        House.onlyRemoteStartsProcesses().check(KOLO);
    }

    @Test
    void namesSayWhatAThingIs() {
        House.namesSayWhatAThingIs().check(KOLO);
    }

    @Test
    void staticsNeverChange() {
        House.staticsNeverChange().check(KOLO);
    }
}
