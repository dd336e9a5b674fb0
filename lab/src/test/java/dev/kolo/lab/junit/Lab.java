package dev.kolo.lab.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives a test class a running lab, which its methods and constructor take as a parameter of type
 * {@link dev.kolo.lab.RunningLab}. Classes that wish for the same one share it, one after another; a test that changes a
 * cable puts it back. Such tests are slow and have the tag {@code lab}: {@code mvn -Plab} runs them and them alone.
 *
 * <p>Where a component is missing they are skipped, but fail in CI, with the list of what is missing.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("lab")
@ExtendWith(LabExtension.class)
public @interface Lab {
    /** How the hosts are cabled: pair, path, ring or switched. */
    String shape();

    /** How many. */
    int hosts();

    /** 1 or 2. */
    int planes() default 2;

    /** Whether the fabric has IPv4 addresses. */
    boolean addressed() default true;

    /** The host, counted from 0, whose plugs are exchanged; none when negative. */
    int swapped() default -1;

    /** Whether hosts without a common cable get relayed paths. */
    boolean relays() default false;

    /** Memory of a guest. */
    int memoryMib() default 256;
}
