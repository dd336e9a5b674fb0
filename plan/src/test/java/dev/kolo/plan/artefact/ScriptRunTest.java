package dev.kolo.plan.artefact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.plan.Plan;
import dev.kolo.plan.PlanRequest.Backend;
import dev.kolo.plan.artefact.script.HostObjects;
import dev.kolo.plan.artefact.script.HostScripts;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs up.sh and down.sh of the kernel backend on a machine of files, in the shells that hosts have. */
class ScriptRunTest {
    private static final String CHANGES = ".* (add|replace|del) .*";

    @TempDir
    private Path folder;

    /** Shells that hosts have as /bin/sh. */
    enum Shell {
        DASH("dash", "dash"),
        BUSYBOX("busybox sh", "busybox-static"),
        BASH("bash --posix", "bash");

        private final String command;
        private final String debianPackage;

        Shell(String command, String debianPackage) {
            this.command = command;
            this.debianPackage = debianPackage;
        }

        List<String> words() {
            List<String> words = List.of(command.split(" "));
            String program = Programs.required(words.getFirst(), debianPackage).toString();
            return Stream.concat(Stream.of(program), words.stream().skip(1)).toList();
        }
    }

    private record Scripts(String up, String down, FakeMachine machine) {
        Programs.Answer goUp(String... arguments) {
            return machine.run(Shell.DASH.words(), up, arguments);
        }

        Programs.Answer goDown() {
            return machine.run(Shell.DASH.words(), down);
        }
    }

    private Scripts of(Plan plan, int rank) {
        var host = plan.hosts().get(rank);
        HostScripts made = new HostScripts(plan, host, HostObjects.of(host, plan.relays()), "A test's plan.");
        return new Scripts(made.up(), made.down(), FakeMachine.of(folder, host));
    }

    /** A relay of a path of four: objects of every kind. */
    private Scripts inner() {
        return of(
                HandMadePlans.path(4)
                        .planes(1)
                        .relays(2)
                        .backend(Backend.KERNEL)
                        .plan(),
                1);
    }

    /** The first host of a path of three: one object of every kind but rules. */
    private Scripts end() {
        return of(
                HandMadePlans.path(3)
                        .planes(1)
                        .relays(1)
                        .backend(Backend.KERNEL)
                        .plan(),
                0);
    }

    @ParameterizedTest
    @EnumSource
    void addsOnceHoweverOftenItRunsAndRemovesAll(Shell shell) {
        Scripts scripts = inner();
        FakeMachine machine = scripts.machine;
        Map<String, String> before = machine.snapshot();
        Programs.Answer first = machine.run(shell.words(), scripts.up);
        assertThat(first)
                .extracting(Programs.Answer::exit, Programs.Answer::err)
                .containsExactly(0, "");
        assertThat(first.out()).contains("8 objects are in place, 0 of them were there before");
        Map<String, String> up = machine.snapshot();
        assertThat(up).isNotEqualTo(before);
        machine.failAt(0);
        Programs.Answer second = machine.run(shell.words(), scripts.up);
        assertThat(second)
                .extracting(Programs.Answer::exit, Programs.Answer::err)
                .containsExactly(0, "");
        assertThat(second.out()).contains("8 objects are in place, 8 of them were there before");
        assertThat(machine.calls()).noneMatch(c -> c.matches(CHANGES));
        assertThat(machine.snapshot()).isEqualTo(up);
        for (int times = 0; times < 2; times++) {
            Programs.Answer down = machine.run(shell.words(), scripts.down);
            assertThat(down)
                    .extracting(Programs.Answer::exit, Programs.Answer::err)
                    .containsExactly(0, "");
            assertThat(machine.snapshot()).isEqualTo(before);
        }
    }

    @Test
    void removesNothingWhereNothingWasAdded() {
        Scripts scripts = inner();
        FakeMachine machine = scripts.machine;
        Map<String, String> before = machine.snapshot();
        assertThat(scripts.goDown().exit()).isZero();
        assertThat(machine.snapshot()).isEqualTo(before);
        assertThat(machine.calls()).noneMatch(c -> c.matches(CHANGES));
    }

    @Test
    void takesBackWhatItDidWhicheverCallFails() {
        Scripts scripts = end();
        FakeMachine machine = scripts.machine;
        Map<String, String> before = machine.snapshot();
        assertThat(scripts.goUp().exit()).isZero();
        Map<String, String> up = machine.snapshot();
        int calls = machine.calls().size();
        assertThat(calls).isGreaterThan(12);
        assertThat(scripts.goDown().exit()).isZero();
        for (int call = 1; call <= calls; call++) {
            machine.failAt(call);
            Programs.Answer failed = scripts.goUp();
            assertThat(failed.exit()).as("call %d of %d", call, calls).isNotZero();
            assertThat(failed.err()).contains("kolo: ");
            assertThat(machine.snapshot())
                    .as("after call %d failed: %s", call, failed.err())
                    .isEqualTo(before);
        }
        machine.failAt(0);
        assertThat(scripts.goUp().exit()).isZero();
        assertThat(machine.snapshot()).isEqualTo(up);
    }

    @Test
    void takesBackEveryKindOfObject() {
        Scripts scripts = inner();
        FakeMachine machine = scripts.machine;
        Map<String, String> before = machine.snapshot();
        scripts.goUp();
        List<String> calls = machine.calls();
        List<Integer> changes = IntStream.rangeClosed(1, calls.size())
                .filter(i -> calls.get(i - 1).matches(CHANGES))
                .boxed()
                .toList();
        assertThat(changes).hasSize(8);
        scripts.goDown();
        for (int call : changes) {
            machine.failAt(call);
            Programs.Answer failed = scripts.goUp();
            assertThat(failed.exit()).isEqualTo(1);
            assertThat(failed.err()).contains("could not add the ").contains("is taken back");
            assertThat(machine.snapshot()).isEqualTo(before);
        }
    }

    /** Power goes in the middle of up.sh: nothing takes back what it did, until down.sh does, or another up.sh goes on. */
    @ParameterizedTest
    @EnumSource
    void cleansUpAndGoesOnAfterAHalfDoneRun(Shell shell) {
        Scripts scripts = inner();
        FakeMachine machine = scripts.machine;
        Map<String, String> before = machine.snapshot();
        machine.run(shell.words(), scripts.up);
        Map<String, String> up = machine.snapshot();
        List<String> calls = machine.calls();
        machine.run(shell.words(), scripts.down);
        List<Integer> changes = IntStream.rangeClosed(1, calls.size())
                .filter(i -> calls.get(i - 1).matches(CHANGES))
                .boxed()
                .toList();
        // Every place in one shell, the middle in the others.
        List<Integer> places = shell == Shell.DASH ? changes : changes.subList(4, 6);
        for (int call : places) {
            boolean goOn = places.indexOf(call) % 2 == 0;
            machine.killAt(call);
            assertThat(machine.run(shell.words(), scripts.up).exit()).isEqualTo(137);
            assertThat(machine.snapshot()).as("half done at call %d", call).isNotEqualTo(before);
            machine.killAt(0);
            if (goOn) {
                assertThat(machine.run(shell.words(), scripts.up).exit()).isZero();
                assertThat(machine.snapshot()).isEqualTo(up);
            }
            for (int times = 0; times < 2; times++) {
                assertThat(machine.run(shell.words(), scripts.down).exit()).isZero();
                assertThat(machine.snapshot()).isEqualTo(before);
            }
        }
    }

    @Test
    void keepsWhatWasThereBeforeWhenALaterRunFails() {
        Scripts scripts = inner();
        FakeMachine machine = scripts.machine;
        scripts.goUp();
        Map<String, String> up = machine.snapshot();
        List<String> routes = machine.lines("routes");
        machine.forget("routes");
        machine.failAt(0);
        assertThat(scripts.goUp().exit()).isZero();
        int call = 1
                + machine.calls()
                        .indexOf(machine.calls().stream()
                                .filter(c -> c.matches(CHANGES))
                                .findFirst()
                                .orElseThrow());
        machine.forget("routes");
        machine.failAt(call);
        assertThat(scripts.goUp().exit()).isEqualTo(1);
        machine.put("routes", String.join("\n", routes));
        assertThat(machine.snapshot()).isEqualTo(up);
    }

    @Test
    void finishesOnASecondRunWhenRemovingFails() {
        Scripts scripts = end();
        FakeMachine machine = scripts.machine;
        Map<String, String> before = machine.snapshot();
        scripts.goUp();
        machine.failAt(0);
        scripts.goDown();
        int calls = machine.calls().size();
        for (int call = 1; call <= calls; call++) {
            machine.failAt(0);
            scripts.goUp();
            machine.failAt(call);
            Programs.Answer first = scripts.goDown();
            machine.failAt(0);
            assertThat(scripts.goDown().exit())
                    .as("after call %d failed: %s", call, first.err())
                    .isZero();
            assertThat(machine.snapshot()).isEqualTo(before);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "routes | 10.41.2.2 via 10.0.0.1 dev lan0 | the route to 10.41.2.2/32",
                "routes | 10.41.2.2 dev enp1s0f0np0 proto static scope link | the route to 10.41.2.2/32",
                "neighbours.enp1s0f0np0 | 10.41.2.2 lladdr 02:00:00:00:00:09 PERMANENT | the neighbour 10.41.2.2",
                "ingress.enp1s0f0np0 | x | the clsact qdisc of enp1s0f0np0",
            })
    void refusesWhereSomethingForeignSits(String file, String line, String named) {
        Scripts scripts = inner();
        FakeMachine machine = scripts.machine.put(file, line);
        refusedAndUnchanged(scripts, named, "not ours");
        assertThat(scripts.goDown().exit()).isZero();
        assertThat(machine.lines(file)).containsExactly(line);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ingress | 11.1 | filter protocol ip pref 11 flower chain 0 handle 0x1 !  eth_type ipv4",
                "ingress | 11.2 | filter protocol [34997] pref 11 flower chain 0 handle 0x2 !  eth_type 88b5",
                "ingress | 11.1 | filter protocol all pref 11 matchall chain 0 handle 0x1",
                "ingress | 12.1 | filter protocol all pref 12 u32 chain 0 fh 800::800 order 2048",
                "egress | 20.9 | filter protocol ip pref 20 flower chain 0 handle 0x9 !  eth_type ipv4 !  dst_ip 10.9.9.9",
                "egress | 20.9 | filter protocol all pref 20 matchall chain 0 handle 0x1",
            })
    void refusesWhereAForeignFilterHasOurPreference(String hook, String place, String text) {
        Scripts scripts = inner();
        FakeMachine machine = scripts.machine.put("clsact.enp1s0f1np1", "").put("clsact.enp1s0f0np0", "");
        String netdev = hook.equals("ingress") ? "enp1s0f1np1" : "enp1s0f0np0";
        String file = "filters." + netdev + "." + hook + "/" + place;
        machine.put(file, text.replace("!", "\n"));
        refusedAndUnchanged(scripts, netdev, "not ours");
        assertThat(scripts.goDown().exit()).isZero();
        assertThat(machine.lines(file)).isNotEmpty();
    }

    @Test
    void leavesForeignFiltersAtOtherPreferencesAlone() {
        Scripts scripts = inner();
        FakeMachine machine = scripts.machine.put("clsact.enp1s0f1np1", "");
        machine.put("filters.enp1s0f1np1.ingress/5.1", "filter protocol all pref 5 matchall chain 0 handle 0x1");
        machine.put("filters.enp1s0f1np1.ingress/1100.1", "filter protocol all pref 1100 matchall chain 0 handle 0x1");
        Map<String, String> before = machine.snapshot();
        assertThat(scripts.goUp().exit()).isZero();
        assertThat(scripts.goDown().exit()).isZero();
        assertThat(machine.snapshot()).isEqualTo(before);
    }

    @Test
    void leavesAHookOnWhichOthersHaveFiltersNow() {
        Scripts scripts = inner();
        FakeMachine machine = scripts.machine;
        scripts.goUp();
        machine.put("filters.enp1s0f1np1.ingress/5.1", "filter protocol all pref 5 matchall chain 0 handle 0x1");
        Programs.Answer down = scripts.goDown();
        assertThat(down.exit()).isZero();
        assertThat(down.out()).contains("left the clsact qdisc of enp1s0f1np1");
        assertThat(machine.snapshot()).containsKeys("state/clsact.enp1s0f1np1");
    }

    @Test
    void takesThePlaceOfWhatTheKernelLearntByItself() {
        Scripts scripts = inner();
        FakeMachine machine = scripts.machine;
        machine.put("neighbours.enp1s0f0np0", "10.41.2.2 lladdr 02:00:00:00:00:09 STALE ");
        assertThat(scripts.goUp().exit()).isZero();
        assertThat(machine.lines("neighbours.enp1s0f0np0"))
                .containsExactly("10.41.2.2 lladdr 4c:bb:00:02:01:00 PERMANENT proto 82 ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "routes | 10.41.2.2 dev enp1s0f1np1 proto 82 scope link src 10.41.0.2 ",
                "neighbours.enp1s0f0np0 | 10.41.2.2 lladdr 02:00:00:00:00:09 PERMANENT proto 82 ",
            })
    void sendsToDownWhereAnOlderPlansObjectSits(String file, String line) {
        Scripts scripts = inner();
        FakeMachine machine = scripts.machine;
        Map<String, String> before = machine.snapshot();
        machine.put(file, line + " ");
        refusedAndUnchanged(scripts, "10.41.2.2", "run down.sh");
        assertThat(scripts.goDown().exit()).isZero();
        assertThat(machine.snapshot()).isEqualTo(before);
        assertThat(scripts.goUp().exit()).isZero();
    }

    @Test
    void sendsToDownWhereAnOlderPlansRuleSits() {
        Scripts older = inner();
        older.goUp();
        FakeMachine machine = older.machine;
        Scripts newer = of(
                HandMadePlans.path(4)
                        .planes(1)
                        .relays(2)
                        .netdevs((device, netdev) -> netdev)
                        .plan(),
                1);
        String changed = newer.up.replace("eth dst set 4c:bb:00:02:01:00", "eth dst set 4c:bb:00:02:01:99");
        assertThat(changed).isNotEqualTo(newer.up);
        Programs.Answer refused = machine.run(Shell.DASH.words(), changed);
        assertThat(refused.exit()).isEqualTo(3);
        assertThat(refused.err()).contains("the filter at preference 11 of enp1s0f1np1 is ours");
        assertThat(newer.goDown().exit()).isZero();
        assertThat(machine.run(Shell.DASH.words(), changed).exit()).isZero();
    }

    @Test
    void refusesOnAnotherHost() {
        Scripts scripts = inner();
        FakeMachine machine = scripts.machine.put("name", "spark22");
        for (Programs.Answer answer : List.of(scripts.goUp(), scripts.goDown())) {
            assertThat(answer.exit()).isEqualTo(3);
            assertThat(answer.err()).contains("this host is called spark22, and the script is for spark2");
        }
        assertThat(machine.calls()).allMatch(c -> c.equals("uname -n"));
    }

    @Test
    void takesTheLongNameOfTheSameHost() {
        Scripts scripts = inner();
        scripts.machine.put("name", "spark2.lan");
        assertThat(scripts.goUp().exit()).isZero();
    }

    @Test
    void saysWhichFunctionsAreNotAsThePlanNeedsThem() {
        Scripts scripts = inner();
        FakeMachine machine = scripts.machine;
        machine.forget("addresses/enp1s0f0np0");
        machine.put(
                "netdevs/enp1s0f1np1",
                "4: enp1s0f1np1: <NO-CARRIER,BROADCAST,MULTICAST> mtu 1500 state DOWN\\"
                        + "    link/ether 4c:bb:00:01:01:77 brd ff:ff:ff:ff:ff:ff");
        refusedAndUnchanged(
                scripts,
                "enp1s0f0np0 does not have the address 10.41.1.1/24",
                "enp1s0f1np1 is down",
                "enp1s0f1np1 has no carrier",
                "enp1s0f1np1 does not have MTU 9000",
                "enp1s0f1np1 does not have the MAC 4c:bb:00:01:01:00");
        machine.forget("netdevs/enp1s0f1np1");
        refusedAndUnchanged(scripts, "there is no netdev enp1s0f1np1");
    }

    @Test
    void waitsForAddressesNoLongerThanItIsTold() {
        Scripts scripts = inner();
        scripts.machine.forget("addresses/enp1s0f0np0");
        Programs.Answer answer = scripts.goUp("--wait", "1");
        assertThat(answer.exit()).isEqualTo(3);
        assertThat(answer.err()).contains("not as the plan needs them after 1 s");
        assertThat(scripts.machine.calls().stream().filter(c -> c.startsWith("ip -o -4 addr")))
                .hasSize(4);
    }

    @Test
    void isContentWhenANetdevIsGone() {
        Scripts scripts = inner();
        FakeMachine machine = scripts.machine;
        scripts.goUp();
        machine.forget("netdevs/enp1s0f1np1");
        assertThat(scripts.goDown().exit()).isZero();
        assertThat(machine.run()).isEmptyDirectory();
    }

    @Test
    void tellsUsageFromFailure() {
        Scripts scripts = inner();
        assertThat(scripts.goUp("--wait", "soon").exit()).isEqualTo(2);
        assertThat(scripts.goUp("--wait").exit()).isEqualTo(2);
        assertThat(scripts.goUp("--force", "now").exit()).isEqualTo(2);
        assertThat(scripts.machine.calls()).isEmpty();
    }

    private static void refusedAndUnchanged(Scripts scripts, String... named) {
        FakeMachine machine = scripts.machine;
        Map<String, String> before = machine.snapshot();
        machine.failAt(0);
        Programs.Answer refused = scripts.goUp();
        assertThat(refused.exit()).as(refused.err()).isEqualTo(3);
        assertThat(refused.err()).contains(named);
        assertThat(machine.snapshot()).isEqualTo(before);
        assertThat(machine.calls()).noneMatch(c -> c.matches(CHANGES));
    }
}
