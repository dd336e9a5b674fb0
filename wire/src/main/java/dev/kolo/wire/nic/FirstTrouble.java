package dev.kolo.wire.nic;

/** Remembers the first thing that a NIC reports while lanes come about: nothing is due there, so whatever comes is the cause. */
public final class FirstTrouble implements NicListener {
    private String words = "";

    /** What was reported first; empty when nothing was. */
    public String words() {
        return words;
    }

    @Override
    public void completed(int lane, long workId, CompletionStatus status, int detail) {
        note(status.words());
    }

    @Override
    public void happened(NicEvent event) {
        note(event.detail());
    }

    private void note(String what) {
        words = words.isEmpty() ? what : words;
    }
}
