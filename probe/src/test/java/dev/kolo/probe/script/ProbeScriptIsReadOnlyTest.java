package dev.kolo.probe.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Refuses any command in the probe script that is not known to be read-only, and shows that the refusal works. */
class ProbeScriptIsReadOnlyTest {
    @Test
    void acceptsTheScriptAsItShips() {
        assertThatCode(() -> ReadOnlyRules.check(ProbeScript.text())).doesNotThrowAnyException();
    }

    @Test
    void seesTheCommandsOfTheScript() {
        var commands = ShellCommands.of(ProbeScript.text()).commands();

        assertThat(commands).extracting(Command::name).contains("ask", "ask_ip", "fetch", "bounded", "printf", "cd");
        assertThat(commands)
                .filteredOn(command -> command.name().equals("ask"))
                .hasSizeGreaterThan(15)
                .allSatisfy(command -> assertThat(command.function()).isNotEmpty());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ip link set \"$1\" mtu 9000",
                "ask x ip link set \"$1\" mtu 9000",
                "ask x ip addr add 10.0.0.1/24 dev \"$1\"",
                "ask_ip addr addr flush dev \"$1\"",
                "ask_ip neigh -4 neigh flush all",
                "ask x ip route del default",
                "bounded ip link set lo down",
                "answer=$(bounded ip link set lo down)",
                "printf '%s\\n' \"$(ip link set lo down)\"",
                "ask x tc -j -s filter add dev \"$1\" ingress",
                "ask x tc qdisc del dev \"$1\" clsact",
                "ask x sysctl -w net.ipv4.ip_forward=1",
                "printf '1' >/proc/sys/net/ipv4/ip_forward",
                "printf '1' >>/etc/nccl.conf",
                "printf '1' >\"$HOME/x\"",
                "printf '1' >|/dev/sda",
                "read -r x <>/dev/sda",
                "read -r x </etc/shadow",
                "printf -v x %s 1",
                "ask x ethtool -K \"$1\" hw-tc-offload on",
                "ask x ethtool -A \"$1\" rx on",
                "ask x ethtool -s \"$1\" speed 1000",
                "ask x devlink dev param set \"pci/$1\" name hairpin_queue_size value 8192 cmode driverinit",
                "ask x devlink dev reload \"pci/$1\" action driver_reinit",
                "ask x devlink -j dev eswitch set \"pci/$1\" mode switchdev",
                "ask x rdma link add rxe0 type rxe netdev \"$1\"",
                "ask x lldpcli configure lldp tx-interval 1",
                "ask_daemon x nmcli connection up fabric",
                "ask_daemon x iptables -F FORWARD",
                "ask_daemon x systemctl restart lldpd",
                "ask x docker run busybox",
                "ask x ldconfig",
                "ask x date -s 2026-01-01",
                "ask x find / -delete",
                "nccl_libraries x 9 / -delete",
                "nccl_libraries x 9 \"$1\"",
                "ask x ping -c 1 10.0.0.1",
                "ask x curl http://example.org",
                "rm -rf /tmp/x",
                "\"$found\" -rf /tmp/x",
                "\"$@\"",
                "$1",
                "eval \"$1\"",
                ". /etc/profile",
                "exec rm x",
                "command rm x",
                "sh -c 'rm x'",
                "trap 'rm x' EXIT",
                "mkdir /tmp/x && printf 'x'",
                "printf 'x' | tee /tmp/x",
                "if touch /tmp/x; then printf 'x'; fi",
                "for x in 1 2; do touch \"$x\"; done",
                "case $1 in a) touch x ;; esac",
                "while touch x; do break; done",
                "{ touch x; }",
                "(touch x)",
                "! touch x",
                "x=1 touch x",
                "x=$(touch x)",
                "x=`touch x`",
                "printf '%s' \"${x:-$(touch x)}\"",
                "printf '%s' \"$((x)) $(touch x)\"",
                "cat <<END",
                "print_file /etc/hostname &",
                "ulimit -l unlimited",
                "set -f",
                "kill 1",
                "helper() { touch x; }",
                "modprobe ib_core",
                "printf 'x'\ntouch x",
                "printf 'x'; touch x",
                "printf 'x' || touch x",
                "printf 'x' # harmless\ntouch x",
            })
    void refusesALineThatChangesTheMachine(String line) {
        String script = ProbeScript.text();
        String mutant = script.replace("\nmain() {\n", "\nmain() {\n  " + line + "\n");
        long inserted = mutant.substring(0, mutant.indexOf("\n  " + line + "\n"))
                        .lines()
                        .count()
                + 1;
        String expected = "line " + (inserted + line.lines().count() - 1) + ":";

        assertThat(mutant).isNotEqualTo(script);
        assertThatThrownBy(() -> ReadOnlyRules.check(mutant))
                .isInstanceOf(RefusedScript.class)
                .hasMessageStartingWith(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "-s -d link show | -s -d link set lo down",
                "iptables -S FORWARD | iptables -P FORWARD ACCEPT",
                "ldconfig ldconfig -p | ldconfig ldconfig",
                "-maxdepth \"$libraries_depth\" \\ | -delete -maxdepth \"$libraries_depth\" \\",
                "ask rdma-system rdma system show | ask rdma-system rdma system set netns exclusive",
                "\"$@\" 2>&1 1>&3) | \"$@\" 2>/var/log/x 1>&3)",
                "ask_daemon lldpctl-json lldpctl -f json | ask_daemon lldpctl-json lldpctl -f json; reboot",
                "attribute /proc/sys/net/ipv4/ip_forward | attribute /proc/sys/net/ipv4/ip_forward >/dev/shm/x",
            })
    void refusesALineThatWasChangedIntoAChange(String original, String changed) {
        String script = ProbeScript.text();
        assertThat(script).contains(original);

        assertThatThrownBy(() -> ReadOnlyRules.check(script.replace(original, changed)))
                .isInstanceOf(RefusedScript.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"print_file \"$1\"", "ask x uname -a", "[ -f \"$1\" ] && return 0", "x=$((x + 1))"})
    void acceptsALineThatReads(String line) {
        String script = ProbeScript.text();

        assertThatCode(() -> ReadOnlyRules.check(script.replace("\nmain() {\n", "\nmain() {\n  " + line + "\n")))
                .doesNotThrowAnyException();
    }
}
