package dev.kolo.verbs.abi;

import java.util.Map;

/** Linux's error numbers in the words that help here: what the number means when an RDMA call gives it. */
public final class Errno {
    public static final int EPERM = 1;
    public static final int ENOENT = 2;
    public static final int EAGAIN = 11;
    public static final int ENOMEM = 12;
    public static final int EACCES = 13;
    public static final int EFAULT = 14;
    public static final int EBUSY = 16;
    public static final int EINVAL = 22;
    public static final int ENOSYS = 38;
    public static final int EOPNOTSUPP = 95;
    public static final int ENETUNREACH = 101;
    public static final int ETIMEDOUT = 110;
    public static final int EHOSTUNREACH = 113;

    private static final Map<Integer, String> WORDS = Map.ofEntries(
            Map.entry(EPERM, "EPERM: not permitted"),
            Map.entry(ENOENT, "ENOENT: no such file"),
            Map.entry(5, "EIO: the device failed"),
            Map.entry(9, "EBADF: the device was closed"),
            Map.entry(EAGAIN, "EAGAIN: not now"),
            Map.entry(ENOMEM, "ENOMEM: no memory, or the limit of locked memory is reached"),
            Map.entry(EACCES, "EACCES: permission denied"),
            Map.entry(EFAULT, "EFAULT: the memory is not mapped, or not writable"),
            Map.entry(EBUSY, "EBUSY: still in use"),
            Map.entry(19, "ENODEV: the device is gone"),
            Map.entry(EINVAL, "EINVAL: the device or the kernel refuses a value"),
            Map.entry(28, "ENOSPC: the device has no more of it"),
            Map.entry(ENOSYS, "ENOSYS: the kernel does not have this call"),
            Map.entry(61, "ENODATA: there is no such entry"),
            Map.entry(EOPNOTSUPP, "EOPNOTSUPP: the device cannot do it"),
            Map.entry(ENETUNREACH, "ENETUNREACH: there is no route to the peer's address from this device"),
            Map.entry(
                    ETIMEDOUT,
                    "ETIMEDOUT: the peer's address was not resolved, so nobody answers for it on this device's network"),
            Map.entry(EHOSTUNREACH, "EHOSTUNREACH: nobody answers for the peer's address on this device's network"));

    private Errno() {}

    /** A number in words, e.g. {@code ENOMEM: no memory … (errno 12)}. */
    public static String describe(int errno) {
        String words = WORDS.get(errno);
        return words == null ? "errno " + errno : words + " (errno " + errno + ")";
    }
}
