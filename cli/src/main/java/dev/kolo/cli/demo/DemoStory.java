package dev.kolo.cli.demo;

import dev.kolo.doctor.Diagnosis;
import dev.kolo.doctor.Doctor;
import dev.kolo.doctor.Expectation;
import dev.kolo.fabric.lanes.Pairing;
import dev.kolo.fabric.lanes.PairingLimits;
import dev.kolo.fabric.lanes.PairingResult;
import dev.kolo.fabric.lanes.RankRecords;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.page.text.Screen;
import java.util.List;
import java.util.Optional;

/**
 * The demo's story, computed: a ring with a planted fault, what the doctor says of it, the ring after the repair, what
 * the doctor says then, and the lanes of the sound ring. The judging is the same code that judges real machines.
 *
 * @param fault what was planted
 * @param planted the ring with the fault
 * @param before what the doctor said of it
 * @param healed the ring after the repair
 * @param after what the doctor said then
 * @param lanes lanes of the healed ring, one rank a host
 */
public record DemoStory(
        Fault fault, VirtualRing planted, Diagnosis before, VirtualRing healed, Diagnosis after, PairingResult lanes) {
    /** What evidence calls the facts with the fault. */
    public static final String BEFORE = "before";

    /** What evidence calls the facts after the repair. */
    public static final String AFTER = "after";

    /** What pairing may use in the demo: two devices a rank, the default of the wire. */
    static final PairingLimits LIMITS = PairingLimits.DEFAULT;

    /**
     * Plays the story.
     *
     * @param hosts 2 to 16, at least as many as the fault needs
     * @param fault the fault to plant
     */
    public static DemoStory of(int hosts, Fault fault) {
        VirtualRing planted = fault.plant(VirtualRing.healthy(hosts));
        VirtualRing healed = fault.heal(planted);
        Diagnosis before = examine(planted, BEFORE);
        Diagnosis after = examine(healed, AFTER);
        Fabric sound = after.fabric();
        PairingResult lanes = Pairing.pair(RankRecords.of(sound, sound.shape().hosts()), LIMITS);
        return new DemoStory(fault, planted, before, healed, after, lanes);
    }

    private static Diagnosis examine(VirtualRing ring, String folder) {
        Shape.Kind wanted = ring.hosts().size() == 2 ? Shape.Kind.PAIR : Shape.Kind.RING;
        return Doctor.examine(VirtualProbe.read(ring, folder), Expectation.AUTO.withShape(Optional.of(wanted)));
    }

    /** The story for a terminal. */
    public List<String> lines(Screen screen) {
        return new DemoText(this, screen).lines();
    }

    /**
     * Its last lines.
     *
     * @param files what was written; empty when nothing was
     */
    public List<String> closing(Screen screen, Optional<DemoFiles> files) {
        return new DemoText(this, screen).closing(files);
    }

    /** The number of hosts. */
    public int size() {
        return planted.hosts().size();
    }

    /** "ring of 4", or "pair". */
    public String shapeWords() {
        return size() == 2 ? "pair" : "ring of " + size();
    }

    /** True when the doctor found the planted fault, and nothing any more after the repair. */
    public boolean isConvincing() {
        return before.findings().stream().anyMatch(f -> f.code() == fault.code()) && after.isHealthy();
    }
}
