package dev.kolo.fabric.facts;

/**
 * A noteworthy line that is no table entry: an error message, an effect line of a log, a failed connection. Readers keep
 * the line with a kind; checks decide what it means.
 *
 * @param kind what was recognised
 * @param value the part that matters: an address, a number, a device name; empty when the line says it all
 * @param evidence the line
 */
public record Remark(Kind kind, String value, Evidence evidence) {
    /** Kinds of remarkable lines. */
    public enum Kind {
        /** A connection to an address failed or timed out; value = the address. */
        CONNECT_FAILED,
        /** A job's head host; value = name or address. */
        JOB_HEAD,
        /** A job's worker host; value = name or address; one remark a worker. */
        JOB_WORKER,
        /** A host of a cluster description; value = name or address; in its order. */
        CLUSTER_HOST,
        /** Someone stated the GID index that a device needs; value = device:index. */
        GID_INDEX_STATED,
        /** Registration of memory failed for lack of memory; value = the call. */
        REG_MR_ENOMEM,
        /** The netdev that a rank uses for its out-of-band connection; value = netdev:address. */
        OOB_NETDEV,
        /** A path MTU that a library reports; value = bytes. */
        PATH_MTU,
        /** A netdev is part of a tunnel, VPN or wireless network; value = its name. */
        FOREIGN_NETDEV,
        /** Port counters before and after, in some unit; value = {@code device before after}. */
        TRAFFIC,
        /** Which devices a library says that it uses; value = comma-separated. */
        DEVICES_USED,
        /** The library sent a device's traffic over another; value = {@code from to [kept-root]}. */
        DEVICE_OVERRIDE,
        /** How many listener GIDs were advertised; value = the number. */
        LISTENERS_ADVERTISED,
        /** The topology that somebody planned; value = the word used. */
        PLANNED_SHAPE,
        /** An address by which people reach this host; value = the address. */
        HOST_ADDRESS,
        /** A counter that grew while somebody watched; value = {@code subject counter growth}. */
        COUNTER_GROWTH,
        /** A line of /proc/meminfo about contiguous memory (CmaTotal, CmaFree); value = {@code name kibibytes}. */
        CMA_MEMORY,
        /** The version of NCCL that a process loaded; value = the version. */
        NCCL_VERSION,
        /** A ping over IPv4; value = {@code address packet-bytes percent-lost}. */
        PING,
        /** The best average bandwidth that perftest measured with large messages; value = {@code device gigabits-a-second}. */
        MEASURED_GBPS,
        /** A process that tags the frames of relayed paths; value = {@code device address=type …}, rules in order. */
        MARKER_PROCESS,
        /** A marker that ended or failed; value = its device, or {@code ?} when the line names none. */
        MARKER_FAILED,
        /** An engine that serves now; value = what shows it: a program, a container's name. */
        SERVING,
        /** An error on the PCIe link of a function; value = {@code address severity count}: corrected, nonfatal or fatal. */
        PCIE_ERROR,
        /** A file system; value = {@code available-kibibytes used-percent size-kibibytes mount-point}. */
        FILE_SYSTEM,
        /** Something could not be written for want of room; value = what, in the message's own words. */
        DISK_FULL,
        /** A file of a model; value = {@code bytes path}; −1 bytes for one that is not there. */
        WEIGHT_FILE,
        /** The hash of a file of a model; value = {@code sha256 path}. */
        WEIGHT_HASH,
        /** How long an address was gone after the network was configured anew; value = {@code netdev address milliseconds}. */
        ADDRESS_GAP,
        /** A change of the network was taken back because a check failed; value = the message's own words. */
        ROLLED_BACK,
        /**
         * The account line of a rank of the wire; value = {@code rank world session operations late-waits stale-flags} and the
         * message of its failure, or {@code -}.
         */
        WIRE_ACCOUNT,
        /** An error line of a library or engine that no other kind covers; value = the message's own words. */
        ERROR_LINE
    }
}
