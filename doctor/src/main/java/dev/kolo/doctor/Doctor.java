package dev.kolo.doctor;

import dev.kolo.doctor.addresses.DuplicateAddressCheck;
import dev.kolo.doctor.addresses.PrefixLengthCheck;
import dev.kolo.doctor.addresses.SharedSubnetCheck;
import dev.kolo.doctor.addresses.UnaddressedCheck;
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
import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Findings;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.topology.Fabric;
import java.util.List;

/**
 * Judges an inventory: the way in to this room. Pure; the same facts give the same findings in the same order.
 */
public final class Doctor {
    /** Every check, causes before consequences: a later check may ask what an earlier one found. */
    private static final List<Check> CHECKS = List.of(
            new PortLinkCheck(),
            new UnansweredCheck(),
            new CableSameIndexCheck(),
            new EndsCheck(),
            new UnaddressedCheck(),
            new DuplicateAddressCheck(),
            new SharedSubnetCheck(),
            new PrefixLengthCheck(),
            new StatedCableCheck(),
            new ShapeCheck(),
            new CableDoubledCheck(),
            new RankOrderCheck(),
            new LinkSpeedCheck(),
            new CardCheck());

    private Doctor() {}

    /** Judges the fabric that the inventory shows. */
    public static Diagnosis examine(Inventory inventory, Expectation expectation) {
        return examine(Fabric.of(inventory), expectation);
    }

    /** The same for a fabric that was already derived. */
    public static Diagnosis examine(Fabric fabric, Expectation expectation) {
        Context context = new Context(fabric, expectation);
        Findings findings = new Findings();
        CHECKS.forEach(check -> check.examine(context, findings));
        return new Diagnosis(fabric, findings.sorted(), findings.notObserved());
    }
}
