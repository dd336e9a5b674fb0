package dev.kolo.doctor.roce;

import dev.kolo.doctor.check.Addressing;
import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.Netdev;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.topology.Function;
import java.util.List;

/** RDMA ports that are not active, or not there, although the netdev of the same function works and has an address. */
public final class RdmaPortCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        for (Function function : context.fabric().functions()) {
            askForDevices(context, out, function);
            boolean netdevWorks =
                    function.netdev().filter(n -> n.state() == LinkState.UP).isPresent();
            if (!netdevWorks || Addressing.live(function).isEmpty()) {
                continue;
            }
            if (function.device().isEmpty()) {
                reportAbsent(context, out, function);
            } else if (isInactive(function.device().get())) {
                reportInactive(out, function, function.device().get());
            }
        }
    }

    private static void askForDevices(Context context, Findings out, Function function) {
        boolean shown = context.facts(function.host())
                .filter(f -> f.hasSeen(Topic.RDMA_PORTS) || f.hasSeen(Topic.GIDS))
                .isPresent();
        if (!shown && function.device().isEmpty() && !Addressing.live(function).isEmpty()) {
            out.askFor("RDMA ports and GIDs", "rdma link; show_gids", function.host());
        }
    }

    private static boolean isInactive(RdmaDevice device) {
        return switch (device.state()) {
            case DOWN, INIT, ARMED -> true;
            case ACTIVE, UNKNOWN -> false;
        };
    }

    private static void reportInactive(Findings out, Function function, RdmaDevice device) {
        Draft draft = out.report(Code.RDMA_PORT_DOWN)
                .at(function.host(), device.name())
                .seen("RDMA port " + device.state()
                        + device.physicalState().map(p -> " (" + p + ")").orElse("") + ", while " + function.name()
                        + " is UP with " + Addressing.text(function))
                .wanted("RDMA port ACTIVE")
                .consequence("NCCL skips ports that are not ACTIVE without a word, so this function carries nothing")
                .fix(
                        "set the netdev down and up again; if it stays, compare the driver and firmware with a host that works"
                                + " (`ibv_devinfo`, `dmesg | grep mlx5`)")
                .evidence(device.evidence())
                .about(List.of(function.id()));
        function.netdev().map(Netdev::evidence).ifPresent(draft::evidence);
        draft.add();
    }

    /** Only where the host's RDMA devices were listed in full and other functions do have one. */
    private static void reportAbsent(Context context, Findings out, Function function) {
        boolean listed = context.facts(function.host())
                .filter(f -> f.hasObserved(Topic.RDMA_PORTS))
                .isPresent();
        boolean othersHave = context.functionsOf(function.host()).stream()
                .anyMatch(f -> f.device().isPresent());
        if (!listed || !othersHave) {
            return;
        }
        out.report(Code.RDMA_PORT_DOWN)
                .at(function.host(), function.name())
                .seen(function.name() + " is UP with " + Addressing.text(function)
                        + ", but no RDMA device belongs to it")
                .wanted("one RDMA device for each fabric netdev")
                .consequence("the function can carry TCP only; NCCL does not see it")
                .fix("load the RDMA driver (`sudo modprobe mlx5_ib`) and look at `rdma link`; in a container pass"
                        + " /dev/infiniband in")
                .evidence(function.evidence())
                .about(List.of(function.id()))
                .add();
    }
}
