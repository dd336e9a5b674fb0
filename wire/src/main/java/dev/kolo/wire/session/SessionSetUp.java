package dev.kolo.wire.session;

import dev.kolo.fabric.finding.Finding;
import dev.kolo.wire.protocol.Safeguards;
import dev.kolo.wire.record.RecordException;
import dev.kolo.wire.record.RecordReader;
import dev.kolo.wire.record.RecordWriter;
import dev.kolo.wire.session.star.Gathering;
import dev.kolo.wire.session.star.Star;
import dev.kolo.wire.settings.Fallback;
import dev.kolo.wire.settings.Route;
import dev.kolo.wire.settings.WireSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The whole set-up of one rank as one state machine: ranks meet → settings agree → the fallback is set up → the wire is set
 * up and tried against it → every rank has acknowledged. In the end all ranks are on the wire, or all on the fallback, or all
 * have failed with the same sentence.
 */
public final class SessionSetUp {
    private final Star star;
    private final WireSettings settings;
    private final SetUpTerms terms;
    private final Offers offers;
    private final List<String> lines = new ArrayList<>();
    private Phase phase = Phase.MEETING;
    private Optional<Gathering> gathering = Optional.empty();
    private Optional<TransportSetUp> fallback = Optional.empty();
    private Optional<TransportSetUp> wire = Optional.empty();
    private Optional<Outcome> outcome = Optional.empty();
    private Optional<Outcome> decided = Optional.empty();
    private int tag;
    private String whyNot = "";

    /** Where it stands. */
    private enum Phase {
        MEETING,
        SETTINGS,
        FALLBACK,
        WIRE,
        ACKNOWLEDGING,
        OVER
    }

    /**
     * What this rank may use.
     *
     * @param wire the transport that is wanted
     * @param fallback the one that stands in; empty where it is the engine's own or none
     * @param engineHasNccl whether an engine brings a communicator of its own
     * @param receipt whether a receipt lifts the caution of {@code auto}
     * @param lastTag tag of this host's last session, 0 when not known
     * @param pages where counters lie
     */
    public record Offers(
            TransportOffer wire,
            Optional<TransportOffer> fallback,
            boolean engineHasNccl,
            boolean receipt,
            int lastTag,
            CounterPages pages) {}

    /** With all protections on. */
    public SessionSetUp(Star star, WireSettings settings, Offers offers) {
        this(star, settings, offers, Safeguards.ALL);
    }

    /** With some protection off, for tests that show what it is for. */
    public SessionSetUp(Star star, WireSettings settings, Offers offers, Safeguards safeguards) {
        this.star = star;
        this.settings = settings;
        this.terms = SetUpTerms.of(settings, safeguards);
        this.offers = offers;
    }

    /** Takes it further; the outcome once there is one. */
    public Optional<Outcome> poll(long nowNanos) {
        star.poll(nowNanos);
        Optional<String> failure = star.failure();
        if (failure.isPresent() && outcome.isEmpty()) {
            give(new Outcome.Failed(failure.get()));
        }
        boolean further = outcome.isEmpty();
        while (further) {
            Phase before = phase;
            advance(nowNanos);
            further = phase != before && outcome.isEmpty();
        }
        return outcome;
    }

    /** What there is to say of the set-up so far, for the log; taken away by the call. */
    public List<String> takeLines() {
        List<String> taken = new ArrayList<>(lines);
        taken.addAll(star.takeRemarks());
        lines.clear();
        return taken;
    }

    private void advance(long nowNanos) {
        switch (phase) {
            case MEETING -> {
                if (star.phase() == Star.Phase.FORMED) {
                    gathering = Optional.of(star.allGather("settings", ownSettings()));
                    phase = Phase.SETTINGS;
                }
            }
            case SETTINGS -> gathering.flatMap(Gathering::parts).ifPresent(this::agree);
            case FALLBACK -> {
                if (fallback.isEmpty() || fallback.get().poll(nowNanos)) {
                    afterFallback();
                }
            }
            case WIRE -> {
                if (wire.isEmpty() || wire.get().poll(nowNanos)) {
                    decide();
                }
            }
            case ACKNOWLEDGING -> {
                if (gathering.map(Gathering::isComplete).orElse(false)) {
                    star.settle();
                    decided.ifPresent(this::give);
                }
            }
            case OVER -> {
                // Nothing is left to do.
            }
        }
    }

    private byte[] ownSettings() {
        RecordWriter writer = new RecordWriter().u16(offers.lastTag());
        List<String> agreed = new ArrayList<>(settings.agreedLines());
        agreed.add("engine-has-nccl=" + offers.engineHasNccl());
        agreed.add("receipt=" + offers.receipt());
        writer.u16(agreed.size());
        agreed.forEach(writer::text);
        return writer.toBytes();
    }

    private void agree(List<byte[]> parts) {
        List<Integer> lastTags = new ArrayList<>();
        List<List<String>> all = new ArrayList<>();
        try {
            for (int rank = 0; rank < parts.size(); rank++) {
                RecordReader reader = new RecordReader("the settings of rank " + rank, parts.get(rank));
                lastTags.add(reader.u16());
                List<String> said = new ArrayList<>();
                for (int left = reader.u16(); left > 0; left--) {
                    said.add(reader.text());
                }
                reader.end();
                all.add(said);
            }
        } catch (RecordException e) {
            star.fail(e.words());
            return;
        }
        Optional<String> difference = difference(all);
        if (difference.isPresent()) {
            star.fail(difference.get());
            return;
        }
        tag = star.session().tag(lastTags);
        route();
    }

    /** The first rank whose settings are not those of rank 0, with the settings that differ. */
    private Optional<String> difference(List<List<String>> all) {
        for (int rank = 1; rank < all.size(); rank++) {
            if (!all.get(rank).equals(all.getFirst())) {
                TreeSet<String> here = new TreeSet<>(all.get(rank));
                TreeSet<String> there = new TreeSet<>(all.getFirst());
                here.removeAll(all.getFirst());
                there.removeAll(all.get(rank));
                return Optional.of("settings differ: rank " + rank + " ("
                        + star.hosts().get(rank) + ") has "
                        + String.join(", ", here) + ", rank 0 (" + star.hosts().getFirst() + ") has "
                        + String.join(", ", there) + ": start all ranks with the same settings");
            }
        }
        return Optional.empty();
    }

    private void route() {
        Route route = Route.choose(
                settings.use(), settings.fallback(), star.world(), offers.engineHasNccl(), offers.receipt());
        boolean ownFallback =
                settings.fallback() == Fallback.TCP && offers.fallback().isPresent();
        if (ownFallback) {
            CounterPages pages = (session, rank, kind) -> offers.pages().page(session, rank, "fallback");
            Draft standby = new Draft(star, offers.fallback().orElseThrow(), terms, tag, pages);
            fallback = Optional.of(new TransportSetUp(standby, TrialStep.Reference.STAR));
        }
        switch (route) {
            case Route.Wire() -> {
                wire = Optional.of(new TransportSetUp(draft(offers.wire()), TrialStep.Reference.STAR));
                phase = Phase.FALLBACK;
            }
            case Route.OnFallback(String reason) -> {
                whyNot = reason;
                phase = Phase.FALLBACK;
            }
            case Route.Refused(String reason) -> star.fail(reason);
        }
    }

    private Draft draft(TransportOffer offer) {
        return new Draft(star, offer, terms, tag, offers.pages());
    }

    private void afterFallback() {
        if (star.phase() != Star.Phase.FORMED) {
            return;
        }
        fallback.flatMap(TransportSetUp::failed)
                .ifPresent(v -> lines.add("there is no fallback in this session: " + v.words()));
        boolean stands = fallback.isPresent() && fallback.get().failed().isEmpty();
        if (wire.isPresent() && stands) {
            byte[] result = fallback.get().draft().trialResult;
            wire = Optional.of(
                    new TransportSetUp(draft(offers.wire()), new TrialStep.Reference("the fallback's", result)));
        }
        phase = Phase.WIRE;
    }

    private void decide() {
        if (star.phase() != Star.Phase.FORMED) {
            return;
        }
        Optional<StageVerdict> failed = wire.flatMap(TransportSetUp::failed);
        String why = failed.map(StageVerdict::words).orElse(whyNot);
        boolean fallbackStands = fallback.isPresent() && fallback.get().failed().isEmpty();
        Optional<Finding> refusal = wire.flatMap(w -> w.draft().refusal);
        if (wire.isPresent() && failed.isEmpty()) {
            fallback.ifPresent(f -> f.draft().close());
            String trial = fallbackStands ? "the fallback's" : TrialStep.Reference.STAR.name();
            decided = Optional.of(new Outcome.OnWire(Established.of(wire.get().draft()), trial));
        } else if (fallbackStands) {
            decided = Optional.of(new Outcome.OnFallback(
                    Optional.of(Established.of(fallback.get().draft())), why, refusal));
        } else if (settings.fallback() == Fallback.NCCL) {
            decided = Optional.of(new Outcome.OnFallback(Optional.empty(), why, refusal));
        } else {
            star.fail(why
                    + (settings.fallback() == Fallback.REFUSE ? "; fallback is refuse" : "; and there is no fallback"));
            return;
        }
        gathering = Optional.of(star.allGather("acknowledgement of the last verdict", new byte[0]));
        phase = Phase.ACKNOWLEDGING;
    }

    private void give(Outcome result) {
        if (result instanceof Outcome.Failed) {
            wire.ifPresent(w -> w.draft().close());
            fallback.ifPresent(f -> f.draft().close());
        }
        outcome = Optional.of(result);
        phase = Phase.OVER;
    }
}
