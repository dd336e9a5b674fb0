package dev.kolo.lab.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.ClassDescriptor;
import org.junit.jupiter.api.ClassOrdererContext;
import org.junit.jupiter.api.Test;

/** Classes with the same wish end up side by side, in the same order on every machine. */
class LabsTogetherTest {
    @Lab(shape = "ring", hosts = 3)
    private static final class RingA {}

    @Lab(shape = "pair", hosts = 2)
    private static final class Pair {}

    @Lab(shape = "ring", hosts = 3)
    private static final class RingB {}

    @Lab(shape = "ring", hosts = 3, swapped = 1)
    private static final class Swapped {}

    private static final class PlainZ {}

    private static final class PlainA {}

    private record Described(Class<?> getTestClass) implements ClassDescriptor {
        @Override
        public String getDisplayName() {
            return getTestClass.getSimpleName();
        }

        @Override
        public boolean isAnnotated(Class<? extends Annotation> type) {
            return getTestClass.isAnnotationPresent(type);
        }

        @Override
        public <A extends Annotation> Optional<A> findAnnotation(Class<A> type) {
            return Optional.ofNullable(getTestClass.getAnnotation(type));
        }

        @Override
        public <A extends Annotation> List<A> findRepeatableAnnotations(Class<A> type) {
            return List.of(getTestClass.getAnnotationsByType(type));
        }
    }

    private record Found(List<Described> getClassDescriptors) implements ClassOrdererContext {
        @Override
        public Optional<String> getConfigurationParameter(String key) {
            return Optional.empty();
        }
    }

    private static List<Class<?>> ordered(Class<?>... tests) {
        List<Described> all = new ArrayList<>();
        for (Class<?> test : tests) {
            all.add(new Described(test));
        }
        new LabsTogether().orderClasses(new Found(all));
        return all.stream().<Class<?>>map(Described::getTestClass).toList();
    }

    @Test
    void oneLabAfterAnotherAndWithoutLabAsItWas() {
        List<Class<?>> one = ordered(RingB.class, Swapped.class, PlainZ.class, Pair.class, RingA.class, PlainA.class);
        List<Class<?>> other = ordered(RingA.class, PlainZ.class, RingB.class, PlainA.class, Swapped.class, Pair.class);

        assertThat(one).isEqualTo(other).startsWith(PlainZ.class, PlainA.class);
        assertThat(one).containsSubsequence(RingA.class, RingB.class);
        assertThat(one.indexOf(RingB.class)).isEqualTo(one.indexOf(RingA.class) + 1);
    }
}
