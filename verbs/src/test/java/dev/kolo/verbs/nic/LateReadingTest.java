package dev.kolo.verbs.nic;

/** The same over devices that read their sources late, only when they are polled: whoever writes a source too early is seen. */
class LateReadingTest extends VerbsNicTest {
    @Override
    protected boolean readsLate() {
        return true;
    }

    /** Such a device stands still while its owner does, so two owners cannot wait for each other. */
    @Override
    protected boolean ownersMayDiffer() {
        return false;
    }
}
