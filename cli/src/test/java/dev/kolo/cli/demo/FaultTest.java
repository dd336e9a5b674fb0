package dev.kolo.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.finding.Finding;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class FaultTest {
    /** Every fault in every size that can have it, of the sizes that differ in kind: pair, triangle, square, odd. */
    static Stream<Arguments> faultsAndSizes() {
        return IntStream.of(2, 3, 4, 7)
                .boxed()
                .flatMap(hosts -> Arrays.stream(Fault.values())
                        .filter(f -> hosts >= f.fewestHosts())
                        .map(f -> Arguments.of(f, hosts)));
    }

    @ParameterizedTest
    @MethodSource("faultsAndSizes")
    void isFoundByTheDoctorAndGoneAfterTheFix(Fault fault, int hosts) {
        DemoStory story = DemoStory.of(hosts, fault);

        assertThat(story.before().findings()).extracting(Finding::code).contains(fault.code());
        assertThat(story.before().isHealthy()).isFalse();
        assertThat(story.after().isHealthy())
                .as("after the fix: %s", story.after().findings())
                .isTrue();
        assertThat(story.after().notObserved()).isEmpty();
        assertThat(story.isConvincing()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("faultsAndSizes")
    void changesTheModelAndIsRepairedByAnotherChange(Fault fault, int hosts) {
        VirtualRing sound = VirtualRing.healthy(hosts);
        VirtualRing faulty = fault.plant(sound);

        assertThat(faulty).isNotEqualTo(sound);
        assertThat(fault.heal(faulty)).isNotEqualTo(faulty);
        assertThat(fault.heal(faulty).cables()).isEqualTo(sound.cables());
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void isNamedByAWordOfItsOwn(Fault fault) {
        assertThat(fault.word()).matches("[a-z]+(-[a-z]+)*");
        assertThat(Fault.ofWord(fault.word())).contains(fault);
        assertThat(Fault.ofWord(fault.word().replace('-', '_').toUpperCase(java.util.Locale.ROOT)))
                .contains(fault);
    }

    @Test
    void comesInAtLeastTenKinds() {
        Set<String> codes =
                Arrays.stream(Fault.values()).map(f -> f.code().name()).collect(Collectors.toSet());

        assertThat(Fault.values()).hasSizeGreaterThanOrEqualTo(10);
        assertThat(codes).hasSizeGreaterThanOrEqualTo(10);
        assertThat(Fault.ofWord("no-such-fault")).isEmpty();
    }
}
