package dev.kolo.verbs.call;

import dev.kolo.verbs.abi.Errno;

/**
 * Why there is no RDMA on this machine: four causes, four sentences, each with its own remedy. What is judged is what was
 * looked at, not an error number alone: after its modules were unloaded a kernel may show an empty list of devices as well
 * as ENOSYS, and an open that is not permitted fails with "no such file".
 */
public enum Unavailable {
    LIBRARY,
    KERNEL,
    DEVICE,
    PERMISSION;

    /**
     * What was looked at.
     *
     * @param foundLibrary whether {@code libibverbs.so.1} was found
     * @param kernelClass whether {@code /sys/class/infiniband_verbs} is there
     * @param devices how many devices the library lists; −1 when it gave no list
     * @param errno error of the list, 0 when there was none
     */
    public record Seen(boolean foundLibrary, boolean kernelClass, int devices, int errno) {}

    /**
     * The sentence for what was seen.
     *
     * @throws IllegalArgumentException when nothing is wrong
     */
    public static String words(Seen seen) {
        return switch (of(seen)) {
            case LIBRARY ->
                NativeVerbs.LIBRARY + " is not on this machine, so no program can use its RDMA devices: install the"
                        + " packages libibverbs1 and ibverbs-providers (Debian, Ubuntu), or libibverbs (Fedora, RHEL)";
            case KERNEL ->
                "the kernel offers no RDMA to programs: /sys/class/infiniband_verbs is missing"
                        + (seen.errno == 0 ? "" : ", and the list of devices fails with " + Errno.describe(seen.errno))
                        + "; load the module ib_uverbs (modprobe ib_uverbs), in a container on the host outside it";
            case DEVICE ->
                "this machine has no RDMA device: libibverbs and the kernel are ready, and their list is empty"
                        + (seen.errno == 0 ? "" : " (" + Errno.describe(seen.errno) + ")")
                        + "; look whether the NIC's driver is loaded (lsmod | grep mlx5_ib) and, in a container, whether"
                        + " it shares the host's network";
            case PERMISSION -> throw new IllegalArgumentException("permission shows when a device is opened, not here");
        };
    }

    /** Which of the first three it is. */
    static Unavailable of(Seen seen) {
        if (!seen.foundLibrary) {
            return LIBRARY;
        }
        if (!seen.kernelClass || seen.errno == Errno.ENOSYS) {
            return KERNEL;
        }
        if (seen.devices <= 0) {
            return DEVICE;
        }
        throw new IllegalArgumentException("nothing is missing: " + seen);
    }

    /**
     * The sentence for a device that could not be opened.
     *
     * @param device its name
     * @param node its character device, e.g. {@code /dev/infiniband/uverbs0}
     * @param nodeExists whether that is there
     * @param nodeUsable whether this process may read and write it
     * @param user who this process is
     * @param errno error of the open
     */
    public static String notOpened(
            String device, String node, boolean nodeExists, boolean nodeUsable, String user, int errno) {
        if (!nodeExists) {
            return device + " cannot be opened: " + node + " is not there (" + Errno.describe(errno)
                    + "); in a container pass it with --device /dev/infiniband, otherwise load the module ib_uverbs";
        }
        if (!nodeUsable) {
            return device + " cannot be opened: user " + user + " may not read and write " + node + " ("
                    + Errno.describe(errno) + "); run as root, or give the node to the user's group (an rdma group with"
                    + " a udev rule, mode 0660)";
        }
        return device + " cannot be opened: " + Errno.describe(errno);
    }
}
