package dev.kolo.doctor.counters;

import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Context.LocatedRemark;
import dev.kolo.fabric.counters.CounterMeaning;
import dev.kolo.fabric.counters.FunctionGrowth;
import dev.kolo.fabric.counters.Growth;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.topology.Function;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A counter that grew, however it became known: by two observations, or by somebody who wrote the growth down.
 *
 * @param host the host; empty when nobody said
 * @param subject device, netdev, rank, or {@code hairpin_queue_size=N} for a measurement under that setting
 * @param counter its name
 * @param meaning what its growth means
 * @param amount by how much, at least
 * @param isExact whether that is all; counters that were set back tell only what came after
 * @param function the function that shows it, when it is known
 * @param evidence the line
 */
record Grown(
        String host,
        String subject,
        String counter,
        CounterMeaning meaning,
        long amount,
        boolean isExact,
        Optional<Function> function,
        Evidence evidence) {
    /** Before the size of the hairpin queues under which somebody measured. */
    static final String QUEUE_SUBJECT = "hairpin_queue_size=";

    /** Everything that grew and means something. */
    static List<Grown> of(Context context) {
        List<Grown> all = new ArrayList<>();
        context.growth().ifPresent(growth -> {
            for (FunctionGrowth row : growth.functions()) {
                for (FunctionGrowth.Grown grown : row.troubles()) {
                    all.add(new Grown(
                            grown.host(),
                            grown.subject(),
                            grown.counter(),
                            grown.meaning(),
                            grown.growth().atLeast(),
                            grown.growth() instanceof Growth.By,
                            Optional.of(row.function()),
                            evidence(grown)));
                }
            }
        });
        context.remarks(Remark.Kind.COUNTER_GROWTH)
                .forEach(r -> written(context, r).ifPresent(all::add));
        return all;
    }

    /** Both readings in one line. */
    private static Evidence evidence(FunctionGrowth.Grown grown) {
        String file = grown.evidence().file();
        return new Evidence(
                file.isEmpty() ? "counters" : file,
                grown.evidence().line(),
                grown.subject() + " " + grown.words() + " since the earlier observation");
    }

    private static Optional<Grown> written(Context context, LocatedRemark remark) {
        String[] words = remark.value().split(" ", -1);
        if (words.length < 3) {
            return Optional.empty();
        }
        Optional<CounterMeaning> meaning = CounterMeaning.of(words[1]);
        Optional<Long> amount = number(words[2]);
        if (meaning.isEmpty() || amount.filter(a -> a > 0).isEmpty()) {
            return Optional.empty();
        }
        Optional<Function> function = context.functionsOf(remark.host()).stream()
                .filter(f -> f.name().equals(words[0])
                        || f.device().filter(d -> d.name().equals(words[0])).isPresent())
                .findFirst();
        return Optional.of(new Grown(
                remark.host(),
                words[0],
                words[1],
                meaning.get(),
                amount.get(),
                true,
                function,
                remark.remark().evidence()));
    }

    private static Optional<Long> number(String text) {
        boolean digits = !text.isEmpty() && text.length() <= 18 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        return digits ? Optional.of(Long.parseLong(text)) : Optional.empty();
    }

    /** "spark2:rocep1s0f0 out_of_sequence +51". */
    String words() {
        if (measuredQueue().isPresent()) {
            return counter + " +" + amount;
        }
        String where = host.isEmpty() || subject.startsWith(host) ? subject : host + ":" + subject;
        return (where.equals("?") ? "" : where + " ") + counter + " +" + amount
                + (isExact ? "" : " or more, since its reset");
    }

    /** The size of the hairpin queues under which it was measured. */
    Optional<Integer> measuredQueue() {
        return subject.startsWith(QUEUE_SUBJECT)
                ? Context.number(subject.substring(QUEUE_SUBJECT.length()))
                : Optional.empty();
    }
}
