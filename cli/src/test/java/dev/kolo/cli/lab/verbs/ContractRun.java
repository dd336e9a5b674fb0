package dev.kolo.cli.lab.verbs;

import dev.kolo.wire.nic.NicContract;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs {@link RoceContract} in a guest, where there is no JUnit but its annotations: a line for each test, and the sum. */
public final class ContractRun {
    private int passed;
    private int failed;

    private ContractRun() {}

    /** Exits 0 when all have passed. */
    public static void main(String[] arguments) throws ReflectiveOperationException {
        ContractRun run = new ContractRun();
        List<Method> tests = Arrays.stream(NicContract.class.getDeclaredMethods())
                .sorted(Comparator.comparing(Method::getName))
                .toList();
        for (Method test : tests) {
            ValueSource values = test.getAnnotation(ValueSource.class);
            if (values != null) {
                for (Object value : valuesOf(values)) {
                    run.run(test, value);
                }
            } else if (test.isAnnotationPresent(Test.class)) {
                run.run(test);
            }
        }
        System.out.println("CONTRACT " + run.passed + " passed, " + run.failed + " failed");
        System.exit(run.failed == 0 ? 0 : 1);
    }

    private static List<Object> valuesOf(ValueSource values) {
        List<Object> all = new ArrayList<>();
        LongStream.of(values.longs()).forEach(all::add);
        Arrays.stream(values.ints()).forEach(all::add);
        if (all.isEmpty()) {
            throw new IllegalStateException("values of a kind that is not known here: " + values);
        }
        return all;
    }

    private void run(Method test, Object... arguments) throws ReflectiveOperationException {
        String name = test.getName() + (arguments.length == 0 ? "" : Arrays.toString(arguments));
        test.setAccessible(true);
        try {
            test.invoke(new RoceContract(), arguments);
            passed++;
            System.out.println("PASSED " + name);
        } catch (InvocationTargetException failure) {
            failed++;
            System.out.println("FAILED " + name + ": " + failure.getCause());
        }
    }
}
