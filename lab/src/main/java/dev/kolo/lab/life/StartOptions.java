package dev.kolo.lab.life;

import dev.kolo.lab.machine.Acceleration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * How a lab is started.
 *
 * @param timeoutNanos by then all guests are ready, or the lab is ended
 * @param owned whether the lab ends with this process, however that ends; otherwise it stays until it is taken down
 * @param acceleration how guests run; empty to find out
 * @param kolo the command that runs Kolo with the paths of this machine, for use in guests; empty for none
 */
public record StartOptions(long timeoutNanos, boolean owned, Optional<Acceleration> acceleration, List<String> kolo) {
    /** Ample for a loaded machine of two cores under emulation. */
    public static final long USUAL_TIMEOUT_NANOS = TimeUnit.MINUTES.toNanos(5);

    public StartOptions {
        kolo = List.copyOf(kolo);
    }

    /** A lab that stays. */
    public static StartOptions staying() {
        return new StartOptions(USUAL_TIMEOUT_NANOS, false, Optional.empty(), List.of());
    }

    public StartOptions withOwned(boolean value) {
        return new StartOptions(timeoutNanos, value, acceleration, kolo);
    }

    public StartOptions withTimeoutNanos(long value) {
        return new StartOptions(value, owned, acceleration, kolo);
    }

    public StartOptions withAcceleration(Optional<Acceleration> value) {
        return new StartOptions(timeoutNanos, owned, value, kolo);
    }

    public StartOptions withKolo(List<String> value) {
        return new StartOptions(timeoutNanos, owned, acceleration, value);
    }
}
