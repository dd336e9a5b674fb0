package dev.kolo.doctor.pages;

import dev.kolo.fabric.finding.Code;
import java.util.List;

/** Pages about changing machines: what a change takes away, and what a plan expects. */
final class ChangePages {
    private ChangePages() {}

    static List<Page> all() {
        return List.of(
                new Page(
                        Code.ADDRESS_NOT_PLANNED,
                        "A host has other addresses than the plan",
                        "A fabric netdev lacks the address that the plan gives it, has it with another prefix length, or has a further one.",
                        "Routes, lanes and the environment of the plan name the planned address.",
                        """
                            ip -br -4 addr
                        """,
                        "Put the plan's network profile in place, or make the plan anew from what the hosts have.",
                        "Warning. Said only with a plan.",
                        "A port without any address is UNADDRESSED."),
                new Page(
                        Code.APPLY_WINDOW,
                        "The management address is away for a moment",
                        "Applying a network configuration (netplan apply) takes addresses away and gives them back, the management address too: about a second.",
                        "An ssh session may drop. A check that looks once, at once, takes a sound change for a broken one and rolls it back.",
                        """
                            for i in $(seq 50); do ip -4 -o addr show dev NETDEV; sleep 0.1; done
                        """,
                        "Wait 5 seconds or longer for exactly the recorded address; another address does not count. Run the change detached on the host with a watchdog that takes it back unless it is confirmed. Say which hosts were changed.",
                        "Warning when a change was taken back too early, or the address stayed away longer than 5 s. Info otherwise.",
                        "An address that never comes back is no window."),
                new Page(
                        Code.SERVING_RUNNING,
                        "An engine serves while something is to be changed",
                        "An engine runs on the hosts (a process or a container of SGLang or vLLM), and findings ask for changes of plugs, addresses, MTU or relays.",
                        "Such a change breaks queue pairs, and requests fail.",
                        """
                            docker ps; pgrep -af 'sglang.launch_server|vllm'
                        """,
                        "Stop the engine on all hosts, mend what is to be mended, start it again.",
                        "Error as a refusal of whatever changes machines. Info in the doctor's answer.",
                        ""));
    }
}
