package dev.kolo.sim.run;

import dev.kolo.sim.fabric.Cabling;
import dev.kolo.sim.fault.FaultKind;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * What the user wants of every seed.
 *
 * @param world number of ranks; empty: as drawn
 * @param form how hosts are cabled; empty: as drawn
 * @param faults the kinds of faults that may be drawn
 */
public record Wishes(Optional<Integer> world, Optional<Cabling.Form> form, Set<FaultKind> faults) {
    /** Whatever the seed says. */
    public static final Wishes NONE = new Wishes(Optional.empty(), Optional.empty(), EnumSet.allOf(FaultKind.class));

    public Wishes {
        // Its order is that of the enum, on every machine.
        faults = Collections.unmodifiableSet(
                faults.isEmpty() ? EnumSet.noneOf(FaultKind.class) : EnumSet.copyOf(faults));
    }

    /** The same with one kind of faults alone. */
    public Wishes only(FaultKind first, FaultKind... more) {
        return new Wishes(world, form, EnumSet.of(first, more));
    }

    /** The same with a number of ranks. */
    public Wishes withWorld(int ranks) {
        return new Wishes(Optional.of(ranks), form, faults);
    }

    /** Whether nothing but clients of mailboxes is to fail: then every run has some. */
    boolean wantsClients() {
        return !faults.isEmpty() && faults.stream().allMatch(FaultKind::isOfClients);
    }
}
