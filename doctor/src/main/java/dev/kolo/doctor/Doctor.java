package dev.kolo.doctor;

import dev.kolo.doctor.addresses.AddressSourceCheck;
import dev.kolo.doctor.addresses.DuplicateAddressCheck;
import dev.kolo.doctor.addresses.LinkLocalCheck;
import dev.kolo.doctor.addresses.ManagementSubnetCheck;
import dev.kolo.doctor.addresses.PeerAddressCheck;
import dev.kolo.doctor.addresses.PrefixLengthCheck;
import dev.kolo.doctor.addresses.SharedSubnetCheck;
import dev.kolo.doctor.addresses.UnaddressedCheck;
import dev.kolo.doctor.addresses.UnmatchedCheck;
import dev.kolo.doctor.cables.CableDoubledCheck;
import dev.kolo.doctor.cables.CableSameIndexCheck;
import dev.kolo.doctor.cables.CardCheck;
import dev.kolo.doctor.cables.EndsCheck;
import dev.kolo.doctor.cables.LinkSpeedCheck;
import dev.kolo.doctor.cables.PortLinkCheck;
import dev.kolo.doctor.cables.RankOrderCheck;
import dev.kolo.doctor.cables.ShapeCheck;
import dev.kolo.doctor.cables.StatedCableCheck;
import dev.kolo.doctor.cables.UnansweredCheck;
import dev.kolo.doctor.cause.Folding;
import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.control.EnvironmentCheck;
import dev.kolo.doctor.control.HcaSelectorCheck;
import dev.kolo.doctor.control.HeadCheck;
import dev.kolo.doctor.control.PinningCheck;
import dev.kolo.doctor.control.SocketInterfaceCheck;
import dev.kolo.doctor.counters.HairpinCheck;
import dev.kolo.doctor.counters.LossCheck;
import dev.kolo.doctor.counters.ShareCheck;
import dev.kolo.doctor.counters.UncountedCheck;
import dev.kolo.doctor.drift.AddressDriftCheck;
import dev.kolo.doctor.drift.AppearedCheck;
import dev.kolo.doctor.drift.CableDriftCheck;
import dev.kolo.doctor.drift.GidDriftCheck;
import dev.kolo.doctor.drift.LinkDriftCheck;
import dev.kolo.doctor.drift.RestartCheck;
import dev.kolo.doctor.drift.RuleDriftCheck;
import dev.kolo.doctor.host.ChangeCheck;
import dev.kolo.doctor.host.ClockCheck;
import dev.kolo.doctor.host.DiskCheck;
import dev.kolo.doctor.host.DriverCheck;
import dev.kolo.doctor.host.ErrorLineCheck;
import dev.kolo.doctor.host.KernelCmaCheck;
import dev.kolo.doctor.host.PcieErrorCheck;
import dev.kolo.doctor.host.UnreachableCheck;
import dev.kolo.doctor.host.WeightsCheck;
import dev.kolo.doctor.nccl.NcclLogCheck;
import dev.kolo.doctor.planes.IdleDevicesCheck;
import dev.kolo.doctor.planes.OrientationCheck;
import dev.kolo.doctor.relay.FarRouteCheck;
import dev.kolo.doctor.relay.ForwardCheck;
import dev.kolo.doctor.relay.MarkerCheck;
import dev.kolo.doctor.relay.OneShotCheck;
import dev.kolo.doctor.relay.PlannedObjectsCheck;
import dev.kolo.doctor.relay.RelayHardwareCheck;
import dev.kolo.doctor.relay.RelayWalkCheck;
import dev.kolo.doctor.roce.ContainerCheck;
import dev.kolo.doctor.roce.GidIndexCheck;
import dev.kolo.doctor.roce.GidPresenceCheck;
import dev.kolo.doctor.roce.JumboCheck;
import dev.kolo.doctor.roce.LinkDegradedCheck;
import dev.kolo.doctor.roce.MeasuredRateCheck;
import dev.kolo.doctor.roce.MtuCheck;
import dev.kolo.doctor.roce.RdmaPortCheck;
import dev.kolo.doctor.wire.WireAccountCheck;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.probe.nccl.NcclLogs;
import java.util.List;
import java.util.Optional;

/**
 * Judges an inventory: the way in to this room. Pure; the same facts give the same findings in the same order.
 */
public final class Doctor {
    /** Every check, causes before consequences: a later check may ask what an earlier one found. */
    private static final List<Check> CHECKS = List.of(
            new UnreachableCheck(),
            new RestartCheck(),
            new CableDriftCheck(),
            new LinkDriftCheck(),
            new AddressDriftCheck(),
            new GidDriftCheck(),
            new RuleDriftCheck(),
            new AppearedCheck(),
            new PortLinkCheck(),
            new UnansweredCheck(),
            new EndsCheck(),
            new CableSameIndexCheck(),
            new UnaddressedCheck(),
            new DuplicateAddressCheck(),
            new SharedSubnetCheck(),
            new UnmatchedCheck(),
            new PrefixLengthCheck(),
            new LinkLocalCheck(),
            new ManagementSubnetCheck(),
            new PeerAddressCheck(),
            new AddressSourceCheck(),
            new StatedCableCheck(),
            new ShapeCheck(),
            new CableDoubledCheck(),
            new RankOrderCheck(),
            new LinkSpeedCheck(),
            new CardCheck(),
            new MtuCheck(),
            new JumboCheck(),
            new RdmaPortCheck(),
            new GidPresenceCheck(),
            new GidIndexCheck(),
            new ContainerCheck(),
            new LinkDegradedCheck(),
            new MeasuredRateCheck(),
            new IdleDevicesCheck(),
            new ShareCheck(),
            new OrientationCheck(),
            new HeadCheck(),
            new SocketInterfaceCheck(),
            new PinningCheck(),
            new EnvironmentCheck(),
            new HcaSelectorCheck(),
            new KernelCmaCheck(),
            new PcieErrorCheck(),
            new DriverCheck(),
            new DiskCheck(),
            new WireAccountCheck(),
            new WeightsCheck(),
            new ClockCheck(),
            new PlannedObjectsCheck(),
            new RelayWalkCheck(),
            new FarRouteCheck(),
            new RelayHardwareCheck(),
            new MarkerCheck(),
            new OneShotCheck(),
            new ForwardCheck(),
            new HairpinCheck(),
            new LossCheck(),
            new UncountedCheck(),
            new NcclLogCheck(),
            new ErrorLineCheck(),
            new ChangeCheck());

    /** The checks that read the growth of counters. */
    private static final List<Check> COUNTER_CHECKS = List.of(
            new IdleDevicesCheck(),
            new ShareCheck(),
            new OrientationCheck(),
            new HairpinCheck(),
            new LossCheck(),
            new UncountedCheck());

    private Doctor() {}

    /** Judges the fabric that the inventory shows. */
    public static Diagnosis examine(Inventory inventory, Expectation expectation) {
        return examine(Fabric.of(inventory), expectation);
    }

    /** The same for a fabric that was already derived. */
    public static Diagnosis examine(Fabric fabric, Expectation expectation) {
        return examine(fabric, expectation, Optional.empty(), NcclLogs.NONE);
    }

    /** The same with what NCCL logs tell of each rank beside the facts. */
    public static Diagnosis examine(Inventory inventory, Expectation expectation, NcclLogs logs) {
        return examine(Fabric.of(inventory), expectation, Optional.empty(), logs);
    }

    /** The same, and what changed since an earlier observation of the same hosts. */
    public static Diagnosis examine(Fabric fabric, Expectation expectation, Comparison comparison) {
        return examine(fabric, expectation, Optional.of(comparison), NcclLogs.NONE);
    }

    /** Everything: facts, an earlier observation where there is one, and logs. */
    public static Diagnosis examine(
            Fabric fabric, Expectation expectation, Optional<Comparison> comparison, NcclLogs logs) {
        return examine(CHECKS, new Context(fabric, expectation, comparison, logs));
    }

    /** Judges the growth of counters since an earlier observation, and nothing else. */
    public static Diagnosis examineCounters(Fabric fabric, Expectation expectation, Comparison comparison) {
        return examine(COUNTER_CHECKS, new Context(fabric, expectation, Optional.of(comparison), NcclLogs.NONE));
    }

    private static Diagnosis examine(List<Check> checks, Context context) {
        Findings findings = new Findings();
        checks.forEach(check -> check.examine(context, findings));
        List<Finding> sorted = findings.sorted();
        return new Diagnosis(
                context.fabric(),
                sorted,
                findings.notObserved(),
                Folding.of(context.fabric(), sorted, findings.places()));
    }
}
