package dev.kolo.sim.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgendaTest {
    @Test
    void thingsHappenInTheOrderOfTimeAndThenOfBeingPutThere() {
        Agenda agenda = new Agenda();
        Draw draw = Draw.of(3);
        List<String> happened = new ArrayList<>();
        List<String> wanted = new ArrayList<>();
        for (int time = 0; time < 50; time++) {
            for (int i = 0; i < 40; i++) {
                wanted.add(time + "/" + i);
            }
        }
        int[] put = new int[50];
        for (int left = wanted.size(); left > 0; ) {
            int time = draw.below(50);
            if (put[time] < 40) {
                String name = time + "/" + put[time]++;
                agenda.at(time, () -> happened.add(name));
                left--;
            }
        }
        while (agenda.step()) {
            assertThat(agenda.nowPicos()).isBetween(0L, 49L);
        }
        assertThat(happened).isEqualTo(wanted);
        assertThat(agenda.happened()).isEqualTo(2000);
    }

    @Test
    void nothingIsPutIntoThePast() {
        Agenda agenda = new Agenda();
        agenda.at(10, () -> {});
        agenda.step();
        assertThatThrownBy(() -> agenda.at(9, () -> {})).hasMessageContaining("at 10 ps");
    }
}
