package dev.kolo.wire.session;

import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.protocol.Safeguard;
import dev.kolo.wire.record.RecordException;
import dev.kolo.wire.session.star.Gathering;
import dev.kolo.wire.session.star.Star;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Sets up one transport on all ranks or on none: pairing → cables → region and lanes → connecting → lane check → order check → trial, each closed by
 * a verdict of all ranks. A rank that receives no verdict has failed; that is the star's to say.
 */
final class TransportSetUp {
    private final Draft draft;
    private final ArrayDeque<Step> steps;
    private Optional<Gathering> voting = Optional.empty();
    private Optional<StageVerdict> failed = Optional.empty();

    TransportSetUp(Draft draft, TrialStep.Reference reference) {
        this.draft = draft;
        RegionStep region = new RegionStep(draft);
        this.steps = new ArrayDeque<>(List.of(
                new PairingStep(draft),
                new CableStep(draft),
                region,
                new ConnectStep(draft, region),
                new LaneCheckStep(draft),
                new OrderCheckStep(draft),
                new TrialStep(draft, reference)));
    }

    /** Takes it further; true when it is over, well or not. */
    boolean poll(long nowNanos) {
        while (!isOver()) {
            Step step = steps.element();
            if (voting.isEmpty()) {
                Optional<String> complaint = work(step, nowNanos);
                if (complaint.isEmpty()) {
                    return false;
                }
                voting = Optional.of(
                        draft.star.allGather("verdict on " + stage(step), StageVerdict.part(complaint.get())));
            }
            Optional<List<byte[]>> votes = voting.get().parts();
            if (votes.isEmpty()) {
                // A peer may still wait for a flag of the trial that was lost on its way.
                draft.engine.ifPresent(engine -> engine.poll(nowNanos));
                return false;
            }
            count(step, votes.get());
        }
        return true;
    }

    private void count(Step step, List<byte[]> votes) {
        voting = Optional.empty();
        try {
            StageVerdict verdict = StageVerdict.of(stage(step), counted(votes));
            if (verdict.isGood()) {
                steps.remove();
            } else {
                failed = Optional.of(verdict);
                draft.close();
            }
        } catch (RecordException e) {
            draft.star.fail(e.words());
        }
    }

    private List<byte[]> counted(List<byte[]> votes) {
        boolean all = draft.terms.safeguards().has(Safeguard.SHARED_VERDICT);
        return all ? votes : List.of(votes.get(draft.star.rank()));
    }

    /** Empty while the stage is at work; then its complaint, which is empty when there is none. */
    private Optional<String> work(Step step, long nowNanos) {
        try {
            return step.poll(nowNanos) ? Optional.of("") : Optional.empty();
        } catch (NicException | RecordException | Step.StepFailure e) {
            return Optional.of(Objects.requireNonNullElse(e.getMessage(), e.toString()));
        } catch (RuntimeException fault) {
            return Optional.of("an internal fault: " + fault);
        }
    }

    private String stage(Step step) {
        return draft.offer.kind() + " " + step.name();
    }

    boolean isOver() {
        return steps.isEmpty() || failed.isPresent() || draft.star.phase() != Star.Phase.FORMED;
    }

    /** The verdict that ended it; empty while none did. */
    Optional<StageVerdict> failed() {
        return failed;
    }

    Draft draft() {
        return draft;
    }
}
