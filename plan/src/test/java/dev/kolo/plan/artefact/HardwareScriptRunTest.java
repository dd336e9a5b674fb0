package dev.kolo.plan.artefact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.plan.Boxes;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlanRequest;
import dev.kolo.plan.PlanRequest.Backend;
import dev.kolo.plan.Plans;
import dev.kolo.plan.artefact.script.HostObjects;
import dev.kolo.plan.artefact.script.HostScripts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs the scripts of the hardware backend on a machine of files: offload, hairpin queues, rules in the NIC, markers. */
class HardwareScriptRunTest {
    private static final String CHANGES = ".*( add | replace | del | set | reload | -K ).*";
    private static final String LASTING_MARKER = "#!/bin/sh\necho \"$*\"\nwhile :; do sleep 1; done\n";

    private static final String OWN_DEVICE = "roce" + ProcessHandle.current().pid() + "f";

    @TempDir
    private Path folder;

    private String up = "";
    private String down = "";
    private String hairpin = "";
    private FakeMachine machine;
    private Path marker;
    private ScriptRunTest.Shell shell = ScriptRunTest.Shell.DASH;

    @BeforeEach
    void relayOfAPathOfFour() throws IOException {
        marker = Files.writeString(folder.resolve("marker"), LASTING_MARKER);
        Files.setPosixFilePermissions(marker, PosixFilePermissions.fromString("rwxr-xr-x"));
        scriptsOf(HandMadePlans.path(4)
                .planes(1)
                .relays(2)
                .backend(Backend.HARDWARE)
                .marker(marker.toString())
                .plan());
    }

    private void scriptsOf(Plan plan) {
        var host = plan.hosts().get(1);
        HostScripts made = new HostScripts(plan, host, HostObjects.of(host, plan.relays()), "A test's plan.");
        up = withOwnDevices(made.up());
        down = withOwnDevices(made.down());
        hairpin = withOwnDevices(made.hairpin());
        machine = FakeMachine.of(folder, host);
    }

    /** up.sh looks for markers of others among all processes: another run of these tests must not be one of them. */
    private static String withOwnDevices(String script) {
        return script.replace("roceP2p1s0f", "P" + OWN_DEVICE).replace("rocep1s0f", OWN_DEVICE);
    }

    @AfterEach
    void leavesNoMarkerBehind() {
        run(down);
        assertThat(markers()).isEmpty();
    }

    private Programs.Answer run(String script) {
        return machine.run(shell.words(), script);
    }

    private List<String> markers() {
        return ProcessHandle.allProcesses()
                .flatMap(p -> p.info().commandLine().stream())
                .filter(c -> c.contains(marker + " --device"))
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void addsOnceAndRemovesAllButTheHairpinQueues(ScriptRunTest.Shell hostShell) {
        shell = hostShell;
        Map<String, String> before = machine.snapshot();
        Programs.Answer first = run(up);
        assertThat(first)
                .extracting(Programs.Answer::exit, Programs.Answer::err)
                .containsExactly(0, "");
        assertThat(first.out()).contains("10 objects are in place, 0 of them were there before");
        assertThat(machine.lines("reloads")).containsExactly("0000:01:00.0", "0000:01:00.1");
        assertThat(markers()).hasSize(1);
        assertThat(markers().getFirst()).contains("--device " + OWN_DEVICE + "0 --rule 10.41.2.2=0x88b5 --managed");
        Map<String, String> done = machine.snapshot();
        machine.failAt(0);
        Programs.Answer second = run(up);
        assertThat(second)
                .extracting(Programs.Answer::exit, Programs.Answer::err)
                .containsExactly(0, "");
        assertThat(second.out()).contains("10 objects are in place, 10 of them were there before");
        assertThat(machine.calls()).noneMatch(c -> c.matches(CHANGES));
        assertThat(machine.snapshot()).isEqualTo(done);
        assertThat(markers()).hasSize(1);
        for (int times = 0; times < 2; times++) {
            Programs.Answer removed = run(down);
            assertThat(removed)
                    .extracting(Programs.Answer::exit, Programs.Answer::err)
                    .containsExactly(0, "");
            assertThat(markers()).isEmpty();
        }
        machine.put("hairpin.0000:01:00.0", "1024").put("hairpin.0000:01:00.1", "1024");
        machine.forget("reloads");
        assertThat(withoutOffload(machine.snapshot())).isEqualTo(before);
    }

    @Test
    void runsTheOlderFormAsWell() {
        scriptsOf(Plans.of(
                Boxes.ring(4).fabric(),
                PlanRequest.DEFAULT
                        .with()
                        .marker(marker.toString())
                        .relays(new PlanRequest.Relays.Count(1))
                        .form(PlanRequest.RelayForm.FLOW_LABEL)
                        .build()));
        Map<String, String> before = machine.snapshot();
        assertThat(run(up).out()).contains("12 objects are in place, 0 of them were there before");
        assertThat(markers())
                .hasSize(2)
                .allSatisfy(m -> assertThat(m).contains("--source-port 65535 --replacement-ethertype 0x88b5"));
        assertThat(run(up).out()).contains("12 objects are in place, 12 of them were there before");
        String otherSender = up.replaceAll("src_mac (\\S+):\\S\\S dst_mac", "src_mac $1:ff dst_mac");
        assertThat(run(otherSender).err()).contains("is ours, with other values than this plan's");
        assertThat(run(down).exit()).isZero();
        machine.lines("reloads").forEach(pci -> machine.put("hairpin." + pci, "1024"));
        machine.forget("reloads");
        assertThat(withoutOffload(machine.snapshot())).isEqualTo(before);
    }

    @Test
    void takesBackEveryKindOfObject() {
        machine.put("hairpin.0000:01:00.0", "8192").put("hairpin.0000:01:00.1", "8192");
        Map<String, String> before = machine.snapshot();
        run(up);
        List<String> calls = machine.calls();
        List<Integer> changes = IntStream.rangeClosed(1, calls.size())
                .filter(i -> calls.get(i - 1).matches(CHANGES))
                .boxed()
                .toList();
        assertThat(changes).hasSize(9);
        run(down);
        for (int call : changes) {
            machine.failAt(call);
            Programs.Answer failed = run(up);
            assertThat(failed.exit()).isEqualTo(1);
            assertThat(failed.err()).contains("could not add the ").contains("is taken back");
            assertThat(withoutOffload(machine.snapshot())).isEqualTo(before);
            assertThat(markers()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void takesBackEverythingWhenARuleIsNotInHardware(ScriptRunTest.Shell hostShell) {
        shell = hostShell;
        machine.put("hairpin.0000:01:00.0", "8192").put("hairpin.0000:01:00.1", "8192");
        Map<String, String> before = machine.snapshot();
        machine.put("lying-hardware", "");
        Programs.Answer answer = run(up);
        assertThat(answer.exit()).isEqualTo(1);
        assertThat(answer.err())
                .contains("the filter at preference 11 of enp1s0f0np0 is not in hardware")
                .contains("everything that this run added is taken back");
        machine.forget("lying-hardware");
        assertThat(withoutOffload(machine.snapshot())).isEqualTo(before);
    }

    /** Power goes in the middle: a second run goes on, a function that is reloaded already is not reloaded again. */
    @Test
    void goesOnAfterAHalfDoneRun() {
        run(up);
        List<String> calls = machine.calls();
        int filters = 0;
        while (!calls.get(filters).contains("filter add")) {
            filters++;
        }
        run(down);
        machine.put("hairpin.0000:01:00.0", "1024").put("hairpin.0000:01:00.1", "1024");
        machine.forget("reloads");
        Map<String, String> before = withoutOffload(machine.snapshot());
        machine.killAt(filters + 1);
        assertThat(run(up).exit()).isEqualTo(137);
        assertThat(machine.lines("reloads")).hasSize(2);
        machine.killAt(0);
        assertThat(run(up).out()).contains("10 objects are in place");
        assertThat(machine.lines("reloads")).hasSize(2);
        assertThat(run(down).exit()).isZero();
        machine.put("hairpin.0000:01:00.0", "1024").put("hairpin.0000:01:00.1", "1024");
        machine.forget("reloads");
        assertThat(withoutOffload(machine.snapshot())).isEqualTo(before);
    }

    @Test
    void takesBackEverythingWhenAMarkerEndsAtOnce() throws IOException {
        machine.put("hairpin.0000:01:00.0", "8192").put("hairpin.0000:01:00.1", "8192");
        Map<String, String> before = machine.snapshot();
        Files.writeString(marker, "#!/bin/sh\necho 'no flow table for you'\nexit 7\n");
        Programs.Answer answer = run(up);
        assertThat(answer.exit()).isEqualTo(1);
        assertThat(answer.err())
                .contains("the marker of " + OWN_DEVICE + "0 ends at once", "no flow table for you", "status 7");
        assertThat(withoutOffload(machine.snapshot())).isEqualTo(before);
    }

    @Test
    void refusesWithoutTheMarkerProgram() throws IOException {
        Files.delete(marker);
        Map<String, String> before = machine.snapshot();
        Programs.Answer answer = run(up);
        assertThat(answer.exit()).isEqualTo(3);
        assertThat(answer.err()).contains("the marker program " + marker + " is not there");
        assertThat(machine.snapshot()).isEqualTo(before);
    }

    @Test
    void refusesWhereAnotherProcessMarksTheDevice() throws IOException {
        Process foreign = new ProcessBuilder(
                        marker.toString(), "--device", OWN_DEVICE + "0", "--rule", "10.0.0.1=0x88b5")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            Programs.Answer answer = run(up);
            assertThat(answer.exit()).isEqualTo(3);
            assertThat(answer.err()).contains("the marker of " + OWN_DEVICE + "0: something is in its place");
            assertThat(machine.calls()).noneMatch(c -> c.matches(CHANGES));
            assertThat(run(down).exit()).isZero();
            assertThat(foreign.isAlive()).isTrue();
        } finally {
            foreign.destroyForcibly().onExit().join();
        }
    }

    @Test
    void refusesWhereANetdevCannotOffload() {
        machine.put("offload.enp1s0f1np1", "fixed");
        Programs.Answer answer = run(up);
        assertThat(answer.exit()).isEqualTo(3);
        assertThat(answer.err()).contains("enp1s0f1np1 cannot offload tc rules");
        assertThat(machine.calls()).noneMatch(c -> c.matches(CHANGES));
    }

    @Test
    void leavesOffloadOnWhereItWasOn() {
        machine.put("offload.enp1s0f0np0", "on").put("offload.enp1s0f1np1", "on");
        assertThat(run(up).exit()).isZero();
        assertThat(run(down).exit()).isZero();
        assertThat(machine.lines("offload.enp1s0f0np0")).containsExactly("on");
    }

    @Test
    void reloadsNoFunctionThatIsInUse() {
        machine.put(
                "users." + OWN_DEVICE + "1",
                "link " + OWN_DEVICE + "1/1 lqpn 1 type GSI state RTS sq-psn 0 comm [ib_core]\n" + "link " + OWN_DEVICE
                        + "1/1 lqpn 77 rqpn 4 type RC state RTS sq-psn 0 pid 4242 comm python3");
        for (String script : List.of(up, hairpin)) {
            Programs.Answer answer = run(script);
            assertThat(answer.exit()).isEqualTo(3);
            assertThat(answer.err())
                    .contains(OWN_DEVICE + "1 is in use")
                    .contains("pid 4242")
                    .contains("stop the engine");
            assertThat(machine.calls()).noneMatch(c -> c.matches(CHANGES));
        }
        machine.put("hairpin.0000:01:00.1", "8192");
        assertThat(run(hairpin).exit()).isZero();
        assertThat(machine.lines("reloads")).containsExactly("0000:01:00.0");
    }

    @Test
    void putsTheOldValueBackWhenAReloadFails() {
        int reload = 1;
        run(hairpin);
        while (!machine.calls().get(reload - 1).startsWith("devlink dev reload")) {
            reload++;
        }
        machine.put("hairpin.0000:01:00.0", "1024").put("hairpin.0000:01:00.1", "1024");
        machine.failAt(reload);
        Programs.Answer answer = run(hairpin);
        assertThat(answer.exit()).isEqualTo(1);
        assertThat(answer.err()).contains("could not reload pci/0000:01:00.0");
        assertThat(machine.lines("hairpin.0000:01:00.0")).containsExactly("1024");
    }

    @Test
    void refusesANicWithoutHairpinQueues() {
        machine.forget("hairpin.0000:01:00.0");
        Programs.Answer answer = run(up);
        assertThat(answer.exit()).isEqualTo(3);
        assertThat(answer.err()).contains("devlink does not show hairpin_queue_size of pci/0000:01:00.0");
        assertThat(machine.calls()).noneMatch(c -> c.matches(CHANGES));
    }

    @ParameterizedTest
    @CsvSource({
        "eswitch, switchdev, eswitch mode of pci/0000:01:00.1 is switchdev, needs legacy",
        "hairpin_num_queues, 2, hairpin_num_queues of pci/0000:01:00.1 is 2, needs 4",
        "flow_steering_mode, smfs, flow_steering_mode of pci/0000:01:00.1 is smfs, needs hmfs"
    })
    void refusesAFunctionWhoseProfileDiffers(String setting, String value, String seen, String wanted) {
        machine.put(setting + ".0000:01:00.1", value);
        for (String script : List.of(up, hairpin)) {
            Programs.Answer answer = run(script);
            assertThat(answer.exit()).isEqualTo(3);
            assertThat(answer.err()).contains(seen, wanted, "devlink dev", "nothing was changed");
            assertThat(machine.calls()).noneMatch(c -> c.matches(CHANGES));
        }
    }

    @Test
    void takesTheWantedProfileAndSaysWhatDevlinkDoesNotShow() {
        for (String pci : List.of("0000:01:00.0", "0000:01:00.1")) {
            machine.put("eswitch." + pci, "legacy").put("hairpin_num_queues." + pci, "4");
            machine.put("flow_steering_mode." + pci, "hmfs");
        }
        Programs.Answer whole = run(hairpin);
        assertThat(whole.exit()).isZero();
        assertThat(whole.out()).doesNotContain("not checked");
        machine.forget("eswitch.0000:01:00.1");
        machine.forget("flow_steering_mode.0000:01:00.1");
        assertThat(run(hairpin).out())
                .contains("devlink does not show eswitch mode, flow_steering_mode of pci/0000:01:00.1: not checked");
    }

    @Test
    void saysThatAFunctionWithoutAPciAddressKeepsItsQueue() {
        Plan plan = Plans.of(
                Boxes.ring(4).planes(1).withoutPci().fabric(),
                PlanRequest.DEFAULT
                        .with()
                        .marker(marker.toString())
                        .relays(new PlanRequest.Relays.Count(1))
                        .build());
        assertThat(plan.notes()).anyMatch(n -> n.startsWith("No PCI address was observed of spark1:fabric0, "));
        scriptsOf(plan);
        Programs.Answer answer = run(hairpin);
        assertThat(answer.exit()).isZero();
        assertThat(answer.out())
                .containsOnlyOnce("the plan knows no PCI address of fabric0: its hairpin queue and its settings stay");
    }

    /** A fake netdev that never had offload set is off; up and down write that. */
    private static Map<String, String> withoutOffload(Map<String, String> snapshot) {
        snapshot.entrySet()
                .removeIf(f ->
                        f.getKey().startsWith("state/offload.") && f.getValue().equals("off\n"));
        return snapshot;
    }
}
