package dev.kolo.wire.suite;

import dev.kolo.wire.schedule.ScheduleKind;
import java.util.List;
import java.util.stream.Collectors;

/** The suite's calls as lines, for programs that run it from outside through a mailbox; the clients' suites read them. */
public final class SuiteScript {
    private SuiteScript() {}

    /**
     * One line a call, in order: number, operation, type and reduction as the mailbox numbers them, bytes, placement (0 out
     * of place, 1 in place, 2 skewed), whether blocks are unequal, whether sums must be exact in any order, and the call in
     * words.
     */
    public static String of(List<SuiteCase> cases) {
        return cases.stream().map(SuiteScript::line).collect(Collectors.joining());
    }

    private static int placement(Placement placement) {
        return switch (placement) {
            case OUT_OF_PLACE -> 0;
            case IN_PLACE -> 1;
            case SKEWED -> 2;
        };
    }

    private static String line(SuiteCase of) {
        List<Object> words = List.of(
                of.number(),
                of.collective().number() + 1,
                of.type().number(),
                of.how().number(),
                of.bytes(),
                placement(of.placement()),
                of.variable() ? 1 : 0,
                of.kind() == ScheduleKind.RING ? 1 : 0,
                of.label());
        return words.stream().map(Object::toString).collect(Collectors.joining(" ")) + "\n";
    }
}
