package dev.kolo.wire.session;

import dev.kolo.fabric.finding.Finding;
import java.util.Optional;

/** How set-up ended; the same kind on every rank, except that a rank which dies has none. */
public sealed interface Outcome {
    /**
     * Every rank is on the wire.
     *
     * @param transport the wire
     * @param trialEqualTo what its trial was equal to
     */
    record OnWire(Established transport, String trialEqualTo) implements Outcome {}

    /**
     * Every rank is on the fallback.
     *
     * @param transport the fallback; empty where it is the engine's own
     * @param reason why the wire is not used
     * @param refusal the finding behind it, when pairing refused
     */
    record OnFallback(Optional<Established> transport, String reason, Optional<Finding> refusal) implements Outcome {}

    /**
     * There is no session.
     *
     * @param reason the sentence that all ranks have
     */
    record Failed(String reason) implements Outcome {}
}
