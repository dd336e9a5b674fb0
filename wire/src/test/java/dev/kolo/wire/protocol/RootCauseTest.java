package dev.kolo.wire.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RootCauseTest {
    @Test
    void theRootIsWhoIsMissedAndMissesNobody() {
        RootCause edges = new RootCause(4);
        edges.learn(0, 1);
        edges.learn(1, 2);
        assertThat(edges.rootFrom(0)).isEqualTo(2);
        assertThat(edges.chainFrom(0)).isEqualTo("rank 0 waits for rank 1, rank 1 for rank 2, rank 2 said nothing");
        edges.learn(2, RootCause.IDLE);
        assertThat(edges.rootFrom(0)).isEqualTo(2);
        assertThat(edges.chainFrom(1)).isEqualTo("rank 1 waits for rank 2, rank 2 has not called this operation");
    }

    @Test
    void theLastWaiterIsWhoMissesTheRoot() {
        RootCause edges = new RootCause(4);
        assertThat(edges.lastWaiterFrom(0)).isZero();
        edges.learn(0, 2);
        assertThat(edges.lastWaiterFrom(0)).isZero();
        edges.learn(2, 3);
        edges.learn(3, RootCause.IDLE);
        assertThat(edges.lastWaiterFrom(0)).isEqualTo(2);
        assertThat(edges.lastWaiterFrom(2)).isEqualTo(2);
        assertThat(edges.lastWaiterFrom(3)).isEqualTo(3);
    }

    @Test
    void aCircleHasNoRoot() {
        RootCause edges = new RootCause(3);
        edges.learn(0, 1);
        edges.learn(1, 2);
        edges.learn(2, 0);
        assertThat(edges.rootFrom(1)).isEqualTo(-1);
        assertThat(edges.chainFrom(1)).endsWith(": a circle");
    }

    @Test
    void whatNoCorrectRankSaysIsNotLearned() {
        RootCause edges = new RootCause(3);
        assertThat(edges.learn(0, 0)).isFalse();
        assertThat(edges.learn(0, 3)).isFalse();
        assertThat(edges.learn(3, 0)).isFalse();
        assertThat(edges.learn(0, -7)).isFalse();
        assertThat(edges.learn(0, 2)).isTrue();
        assertThat(edges.learn(0, 1)).as("the first word counts").isFalse();
    }
}
