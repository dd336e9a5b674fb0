package dev.kolo.wire.faults;

import dev.kolo.wire.nic.CompletionStatus;
import dev.kolo.wire.nic.NicEvent;
import dev.kolo.wire.nic.NicListener;

/** Takes what a NIC reports before there is an engine, when there is nothing to report but trouble. */
final class Nothing implements NicListener {
    @Override
    public void completed(int lane, long workId, CompletionStatus status, int detail) {}

    @Override
    public void happened(NicEvent event) {
        throw new AssertionError(event.toString());
    }
}
