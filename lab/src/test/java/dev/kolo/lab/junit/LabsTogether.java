package dev.kolo.lab.junit;

import java.util.Comparator;
import java.util.Optional;
import org.junit.jupiter.api.ClassDescriptor;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.ClassOrdererContext;

/**
 * Runs test classes that wish for the same lab one after another, by name, so that it comes up once. Without a lab classes
 * stay in the order that they had, before all others.
 */
public final class LabsTogether implements ClassOrderer {
    @Override
    public void orderClasses(ClassOrdererContext context) {
        context.getClassDescriptors()
                .sort(Comparator.comparing((ClassDescriptor test) ->
                                wish(test).map(Lab::toString).orElse(""))
                        .thenComparing(test -> wish(test)
                                .map(lab -> test.getTestClass().getSimpleName())
                                .orElse("")));
    }

    private static Optional<Lab> wish(ClassDescriptor test) {
        return test.findAnnotation(Lab.class);
    }
}
