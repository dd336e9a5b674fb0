package dev.kolo.cli.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.syntax.elements.GivenClassesConjunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The rules of the house, each a value that can be tried on any classes: which room knows which, what the pure rooms may
 * not touch, and how things are named. {@link HouseTest} holds the code to them; {@link HouseRulesTest} shows that each of
 * them catches what it is there for.
 */
final class House {
    /** Rooms and the rooms that each may know, as CONTRIBUTING.md draws them. */
    static final Map<String, List<String>> ARROWS = Map.ofEntries(
            Map.entry("fabric", List.of()),
            Map.entry("page", List.of("fabric")),
            Map.entry("config", List.of("fabric")),
            Map.entry("remote", List.of()),
            Map.entry("probe", List.of("fabric", "remote")),
            Map.entry("plan", List.of("fabric", "page")),
            Map.entry("doctor", List.of("fabric", "probe", "plan")),
            Map.entry("wire", List.of("fabric")),
            Map.entry("sim", List.of("fabric", "wire")),
            Map.entry("gpu", List.of("fabric", "wire")),
            Map.entry("lab", List.of("fabric", "plan", "remote")),
            Map.entry("verbs", List.of("fabric", "wire")),
            Map.entry(
                    "cli",
                    List.of(
                            "fabric", "page", "config", "remote", "probe", "plan", "doctor", "wire", "sim", "gpu",
                            "lab", "verbs")));

    /** Libraries that a room may use beside the JDK; everything else stands on the JDK alone. */
    private static final Map<String, List<String>> LIBRARIES = Map.of(
            "fabric", List.of("tools.jackson.core.."),
            "config", List.of("org.snakeyaml.engine.."),
            "probe", List.of("org.snakeyaml.engine.."),
            "cli", List.of("picocli..", "org.HdrHistogram..", "com.sun.management.."));

    /**
     * Whatever is judged, planned or parsed comes from arguments alone, so that it can run anywhere and again; so does the
     * protocol of the wire, which the simulator runs in virtual time.
     */
    private static final String[] PURE = {
        "dev.kolo.fabric..",
        "dev.kolo.plan..",
        "dev.kolo.doctor..",
        "dev.kolo.probe.read..",
        "dev.kolo.probe.nccl..",
        "dev.kolo.probe.redact..",
        "dev.kolo.wire.nic",
        "dev.kolo.wire.record",
        "dev.kolo.wire.settings",
        "dev.kolo.wire.session",
        "dev.kolo.wire.session.star",
        "dev.kolo.wire.layout..",
        "dev.kolo.wire.mailbox",
        "dev.kolo.wire.protocol..",
        "dev.kolo.wire.schedule..",
        "dev.kolo.wire.collective..",
        "dev.kolo.sim.core..",
        "dev.kolo.sim.fabric..",
        "dev.kolo.sim.fault..",
        "dev.kolo.sim.check..",
        "dev.kolo.sim.run.."
    };

    private static final String MUTABLE =
            "java\\.util\\.(Array|Linked|Hash|Tree|Enum|Identity|Weak).*|java\\.util\\.BitSet"
                    + "|java\\.util\\.concurrent\\..*|java\\.lang\\.String(Builder|Buffer)";

    private House() {}

    /** One rule a room: it knows the rooms that its arrows reach and the libraries that are meant for it. */
    static Map<String, ArchRule> arrows() {
        Map<String, ArchRule> rules = new TreeMap<>();
        ARROWS.forEach((room, known) -> {
            List<String> allowed = new ArrayList<>(List.of("java..", "org.jspecify.annotations..", packages(room)));
            known.forEach(other -> allowed.add(packages(other)));
            allowed.addAll(LIBRARIES.getOrDefault(room, List.of()));
            rules.put(
                    room,
                    classes()
                            .that()
                            .resideInAPackage(packages(room))
                            .should()
                            .onlyDependOnClassesThat(resideInAnyPackage(allowed.toArray(String[]::new)))
                            .because("the room " + room + " knows " + (known.isEmpty() ? "no other room" : known)));
        });
        return rules;
    }

    /** The doctor judges what was read; how it was read is none of its business. */
    static ArchRule doctorKnowsOnlyRecordsOfProbe() {
        DescribedPredicate<JavaClass> behaviourOfProbe = describe(
                "behaviour of probe",
                type -> type.getPackageName().startsWith("dev.kolo.probe")
                        && !type.isRecord()
                        && !type.isEnum()
                        && !type.isInterface());
        return noClasses().that().resideInAPackage("dev.kolo.doctor..").should().dependOnClassesThat(behaviourOfProbe);
    }

    /** JSON is read and written in one place, and never through reflection. */
    static ArchRule jsonLibraryStaysInItsPackage() {
        return noClasses()
                .that()
                .resideOutsideOfPackage("dev.kolo.fabric.json..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("tools.jackson..", "com.fasterxml.jackson..");
    }

    /** One class reads constants that are kept as text beside it: the fixed parts of rendered scripts. */
    static ArchRule pureRoomsTouchNoFileOrChannel() {
        return pureRooms()
                .and()
                .doNotHaveFullyQualifiedName("dev.kolo.plan.artefact.script.ScriptPart")
                .should()
                .dependOnClassesThat(resideInAnyPackage("java.nio.file..", "java.nio.channels..", "java.net..")
                        .or(nameMatching("java\\.io\\.(File.*|RandomAccessFile|Console)")))
                .orShould()
                .callMethodWhere(target(nameMatching("getResource.*")));
    }

    static ArchRule pureRoomsStartNoThreadOrProcess() {
        return pureRooms()
                .should()
                .dependOnClassesThat(resideInAnyPackage("java.util.concurrent..")
                        .or(nameMatching("java\\.lang\\.(Thread.*|Process.*|Runtime|InheritableThreadLocal)"))
                        .or(nameMatching("java\\.util\\.Timer.*")));
    }

    static ArchRule pureRoomsReadNoClockOrEnvironment() {
        return pureRooms()
                .should()
                .dependOnClassesThat(nameMatching("java\\.time\\.(Clock|InstantSource)"))
                .orShould()
                .callMethodWhere(target(name("now")).and(target(owner(resideInAnyPackage("java.time..")))))
                .orShould()
                .callMethodWhere(target(owner(name("java.lang.System"))).and(not(target(name("arraycopy")))))
                .orShould()
                .callMethodWhere(target(nameMatching("getDefault|defaultCharset")))
                .orShould()
                .accessField(System.class, "in")
                .orShould()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err");
    }

    static ArchRule pureRoomsDrawNoRandomNumber() {
        return pureRooms()
                .should()
                .dependOnClassesThat(resideInAnyPackage("java.util.random..")
                        .or(nameMatching("java\\.util\\.(Random|SplittableRandom)|java\\.security\\.SecureRandom")))
                .orShould()
                .callMethodWhere(target(nameMatching("random|randomUUID|shuffle")));
    }

    static ArchRule nobodyReflects() {
        return noClasses()
                .should()
                .dependOnClassesThat(resideInAnyPackage("java.lang.reflect.."))
                .orShould()
                .callMethodWhere(target(owner(name("java.lang.Class")))
                        .and(target(nameMatching("forName|newInstance|get(Declared)?(Field|Method|Constructor)s?"))));
    }

    /** Processes have deadlines and die with their group; one room takes care of that. */
    static ArchRule onlyRemoteStartsProcesses() {
        return noClasses()
                .that()
                .resideOutsideOfPackage("dev.kolo.remote..")
                .should()
                .dependOnClassesThat(nameMatching("java\\.lang\\.ProcessBuilder.*"))
                .orShould()
                .callMethodWhere(target(owner(name("java.lang.Runtime"))).and(target(name("exec"))));
    }

    static ArchRule namesSayWhatAThingIs() {
        return noClasses()
                .should()
                .haveNameMatching(".*(Util|Utils|Helper|Helpers|Manager|Impl)(\\$.*)?")
                .because("such a name fits everything and tells nothing");
    }

    /** A constant array can be written to, so nobody but its own class may see it. */
    static ArchRule staticsNeverChange() {
        return fields().that()
                .areStatic()
                .and(not(describe("made by the compiler", House::isSynthetic)))
                .should()
                .beFinal()
                .andShould()
                .notHaveRawType(nameMatching(MUTABLE))
                .andShould(new ArchCondition<>("be private when they are arrays") {
                    @Override
                    public void check(JavaField field, ConditionEvents events) {
                        boolean seen = field.getRawType().isArray()
                                && !field.getModifiers().contains(JavaModifier.PRIVATE);
                        events.add(new SimpleConditionEvent(
                                field, !seen, field.getFullName() + " is an array that others can write to"));
                    }
                });
    }

    private static boolean isSynthetic(JavaField field) {
        return field.getModifiers().contains(JavaModifier.SYNTHETIC);
    }

    private static String packages(String room) {
        return "dev.kolo." + room + "..";
    }

    private static GivenClassesConjunction pureRooms() {
        return noClasses().that().resideInAnyPackage(PURE);
    }
}
