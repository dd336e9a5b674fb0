package dev.kolo.verbs.nic;

import dev.kolo.fabric.address.Gid;
import dev.kolo.fabric.lanes.DeviceRecord;
import dev.kolo.verbs.device.PortFacts;

/**
 * A port that lanes may use, with the GID that was chosen for it.
 *
 * @param device device name
 * @param number RDMA port number
 * @param gidIndex index of the GID
 * @param gid the GID
 * @param mtuBytes path MTU of this end
 * @param maxMessageBytes longest message
 * @param maxRequests most work requests in a queue
 * @param maxCompletions most entries of a completion queue
 * @param soft whether it is soft RoCE
 * @param direct whether posting and polling may stay inside the JVM: a provider that rings its doorbell from user space
 */
public record VerbsPort(
        String device,
        int number,
        int gidIndex,
        Gid gid,
        int mtuBytes,
        long maxMessageBytes,
        int maxRequests,
        int maxCompletions,
        boolean soft,
        boolean direct) {
    /** A chosen device with what libibverbs said of its port. */
    public static VerbsPort of(DeviceRecord record, PortFacts facts) {
        return new VerbsPort(
                record.name(),
                record.rdmaPort(),
                record.gidIndex().orElse(0),
                record.gid(),
                facts.activeMtuBytes(),
                facts.maxMessageBytes(),
                facts.maxRequests(),
                facts.maxCompletions(),
                facts.isSoft(),
                facts.ringsFromUserSpace());
    }

    /** Device and port, for messages. */
    public String label() {
        return device + " port " + number;
    }
}
