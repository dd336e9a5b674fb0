package dev.kolo.doctor.counters;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.doctor.check.Settings.Located;
import dev.kolo.fabric.counters.CounterMeaning;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.topology.Function;
import dev.kolo.plan.relay.RelaySection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The queues in which a relay's NIC holds what it forwards. A full one drops: the forwarding port counts
 * {@code rx_out_of_buffer}, the far end sees gaps, and an exchange takes three to four times as long.
 */
public final class HairpinCheck implements Check {
    /** Caps of the older form on a ring of four, measured: bytes of one operation at 1024 entries and at 8192. */
    private static final long SMALL_CAP_BYTES = 81_920;

    private static final long BEST_CAP_BYTES = 262_144;

    private static final String RESIZE =
            "set hairpin_queue_size 8192 at boot, with the engine stopped (`devlink dev param set pci/ADDRESS name"
                    + " hairpin_queue_size value 8192 cmode driverinit`, then `devlink dev reload`), and set up the relays again;"
                    + " or cap one operation at ";

    @Override
    public void examine(Context context, Findings out) {
        List<Grown> drops = Grown.of(context).stream()
                .filter(g -> g.meaning() == CounterMeaning.DISCARD)
                .filter(g -> isRelays(context, g))
                .toList();
        Map<Function, Integer> queues = queues(context);
        List<Grown> small = drops.stream()
                .filter(g -> queueOf(context, g)
                        .filter(q -> q < RelaySection.BEST_QUEUE_SIZE)
                        .isPresent())
                .toList();
        List<Located> sizes = operationSizes(context);
        Optional<String> overrun = drops.isEmpty() ? overrun(context, queues, sizes) : Optional.empty();
        if (!small.isEmpty()) {
            reportTooSmall(context, out, small, sizes, drops);
        } else if (overrun.isPresent()) {
            reportOverrun(out, queues, sizes, overrun.get());
        } else if (!drops.isEmpty()) {
            reportOverflow(context, out, drops);
        }
    }

    /** A drop at a function that forwards in hardware, or one that was measured under a stated queue size. */
    private static boolean isRelays(Context context, Grown grown) {
        return grown.measuredQueue().isPresent()
                || grown.function().filter(f -> Relays.forwards(context, f)).isPresent();
    }

    private static Optional<Integer> queueOf(Context context, Grown grown) {
        return grown.measuredQueue()
                .or(() -> grown.function().flatMap(HairpinCheck::queue))
                .or(() -> queues(context).values().stream().min(Integer::compare));
    }

    private static Optional<Integer> queue(Function function) {
        return function.device()
                .flatMap(d -> Optional.ofNullable(d.parameters().get("hairpin_queue_size")))
                .flatMap(Context::number);
    }

    /** The queue sizes of all functions that forward. */
    private static Map<Function, Integer> queues(Context context) {
        Map<Function, Integer> queues = new LinkedHashMap<>();
        for (Function function : context.fabric().functions()) {
            if (Relays.forwards(context, function)) {
                queue(function).ifPresent(q -> queues.put(function, q));
            }
        }
        return queues;
    }

    /** The largest operations that an engine is told to send over relays. */
    private static List<Located> operationSizes(Context context) {
        List<Located> sizes = new ArrayList<>();
        for (String name : context.settings().names()) {
            if (name.endsWith("_ROCE_MAX_SIZE") || name.endsWith("_ROCE_GATHER")) {
                sizes.addAll(context.settings().effective(name));
            }
        }
        return sizes;
    }

    private static long cap(int queue) {
        return queue < RelaySection.BEST_QUEUE_SIZE ? SMALL_CAP_BYTES : BEST_CAP_BYTES;
    }

    /** What will not fit, before anything was dropped: the engine's operations, or the plan's. */
    private static Optional<String> overrun(Context context, Map<Function, Integer> queues, List<Located> sizes) {
        Optional<Integer> least = queues.values().stream().min(Integer::compare);
        if (least.isEmpty()) {
            return Optional.empty();
        }
        Optional<RelaySection> planned = context.plan().map(p -> p.relays());
        if (planned.filter(r -> r.relays() > 0 && r.queueSize() > least.get()).isPresent()) {
            return Optional.of("the plan counts with queues of " + planned.get().queueSize() + " entries");
        }
        return sizes.stream()
                .filter(s -> Context.number(s.value())
                        .filter(bytes -> bytes > cap(least.get()))
                        .isPresent())
                .map(s -> s.setting().name() + "=" + s.value())
                .findFirst();
    }

    private static void reportTooSmall(
            Context context, Findings out, List<Grown> small, List<Located> sizes, List<Grown> drops) {
        int least = small.stream()
                .flatMap(g -> queueOf(context, g).stream())
                .min(Integer::compare)
                .orElse(RelaySection.DEFAULT_QUEUE_SIZE);
        out.report(Code.HAIRPIN_QUEUE_TOO_SMALL)
                .at(host(small), "hairpin_queue_size")
                .seen("hairpin_queue_size " + least + "; " + words(small) + gaps(context) + stated(sizes))
                .wanted("hairpin_queue_size 8192, or operations of at most " + cap(least) + " bytes")
                .consequence(
                        "forwarding ports drop what their queues cannot hold (rx_out_of_buffer), the far end sees gaps"
                                + " (out_of_sequence), and exchanges take three to four times as long")
                .fix(RESIZE + cap(least)
                        + " bytes. Never change it while the engine runs: every queue pair of the function dies")
                .evidence(evidence(drops, sizes))
                .add();
    }

    private static void reportOverrun(
            Findings out, Map<Function, Integer> queues, List<Located> sizes, String overrun) {
        int least = queues.values().stream().min(Integer::compare).orElse(RelaySection.DEFAULT_QUEUE_SIZE);
        List<Function> narrow = queues.entrySet().stream()
                .filter(e -> e.getValue() == least)
                .map(Map.Entry::getKey)
                .toList();
        List<String> hosts = narrow.stream().map(Function::host).distinct().toList();
        out.report(Code.HAIRPIN_QUEUE_TOO_SMALL)
                .likely()
                .at(hosts.size() == 1 ? hosts.getFirst() : "", "hairpin_queue_size")
                .seen("hairpin_queue_size " + least + " on "
                        + Phrase.functions(narrow.stream().map(Function::id).toList()) + "; " + overrun)
                .wanted("queues that hold what one operation puts on them")
                .consequence(
                        "relays will drop what their queues cannot hold, and exchanges will take three to four times as"
                                + " long; nothing was seen dropped so far")
                .fix(RESIZE + cap(least) + " bytes; then plan again, since bounds depend on the size")
                .evidence(evidence(List.of(), sizes))
                .evidence(narrow.stream().map(Function::evidence).toList())
                .add();
    }

    private static void reportOverflow(Context context, Findings out, List<Grown> drops) {
        boolean known = drops.stream().anyMatch(g -> queueOf(context, g).isPresent());
        out.report(Code.HAIRPIN_OVERFLOW)
                .at(host(drops), "hairpin queues of the relays")
                .seen(words(drops)
                        + gaps(context)
                        + (known ? "; hairpin_queue_size is 8192 already" : "; hairpin_queue_size was not shown"))
                .wanted("no drop: a relay's queue cannot pause its sender")
                .consequence(
                        "what the queue cannot hold is lost, the far end sees gaps, and exchanges take three to four times"
                                + " as long")
                .fix(
                        known
                                ? "cap one operation at what the plan allows (`kolo plan` prints it), send it in chunks, or use fewer"
                                        + " lanes over one relay"
                                : RESIZE + SMALL_CAP_BYTES + " bytes")
                .evidence(drops.stream().map(Grown::evidence).toList())
                .add();
        if (!known) {
            drops.forEach(d -> out.askFor(
                    "the size of the hairpin queues",
                    "devlink dev param show pci/ADDRESS name hairpin_queue_size",
                    d.host()));
        }
    }

    private static String words(List<Grown> grown) {
        return Phrase.list(grown.stream().map(Grown::words).toList());
    }

    /** What the far ends saw of it. */
    private static String gaps(Context context) {
        List<String> seen = Grown.of(context).stream()
                .filter(g -> g.meaning() == CounterMeaning.LOSS)
                .map(Grown::words)
                .toList();
        return seen.isEmpty() ? "" : "; at the far ends " + Phrase.list(seen);
    }

    private static String stated(List<Located> sizes) {
        TreeSet<String> words = new TreeSet<>();
        sizes.forEach(s -> words.add(s.setting().name() + "=" + s.value()));
        return words.isEmpty() ? "" : "; " + Phrase.list(words);
    }

    private static String host(List<Grown> grown) {
        List<String> hosts = grown.stream().map(Grown::host).distinct().toList();
        return hosts.size() == 1 ? hosts.getFirst() : "";
    }

    private static List<Evidence> evidence(List<Grown> grown, List<Located> sizes) {
        List<Evidence> lines =
                new ArrayList<>(grown.stream().map(Grown::evidence).toList());
        sizes.forEach(s -> lines.add(s.setting().evidence()));
        return lines;
    }
}
