package dev.kolo.wire.session;

import dev.kolo.fabric.lanes.PairingLimits;
import dev.kolo.wire.layout.PayloadForm;
import dev.kolo.wire.protocol.Safeguards;
import dev.kolo.wire.protocol.Timing;
import dev.kolo.wire.schedule.ScheduleKind;
import dev.kolo.wire.settings.OrderCheck;
import dev.kolo.wire.settings.WireSettings;
import java.util.Optional;

/**
 * What the settings say to the set-up of a transport.
 *
 * @param digest digest of what all ranks share
 * @param limits for pairing
 * @param limitBytes largest payload of a step
 * @param schedule the one schedule to take; empty: by cost
 * @param timing of exchanges until the first operation is done
 * @param form how small payload travels
 * @param orderCheck whether to try that payload comes before its flag
 * @param safeguards the protections that are on: all
 * @param neighbours whether a ring without relays may use schedules among neighbours, instead of being refused
 */
public record SetUpTerms(
        String digest,
        PairingLimits limits,
        int limitBytes,
        Optional<ScheduleKind> schedule,
        Timing timing,
        PayloadForm form,
        OrderCheck orderCheck,
        Safeguards safeguards,
        boolean neighbours) {
    /** As the settings have it. */
    public static SetUpTerms of(WireSettings settings, Safeguards safeguards) {
        return new SetUpTerms(
                settings.digest(),
                settings.limits(),
                settings.limitBytes(),
                ScheduleKind.ofWord(settings.schedule()),
                new Timing(
                        settings.waits().servingNanos(),
                        settings.waits().graceNanos(),
                        Timing.SERVING.repairFirstNanos(),
                        Timing.SERVING.repairMostNanos()),
                settings.form(),
                settings.orderCheck(),
                safeguards,
                true);
    }
}
