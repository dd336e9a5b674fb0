package dev.kolo.fabric.lanes;

import java.util.OptionalInt;

/** Path MTUs of RDMA: the sizes 256 to 4096 and their enum values 1 to 5 (IBTA; {@code enum ibv_mtu}). */
public final class PathMtu {
    private PathMtu() {}

    /** The largest path MTU that fits a netdev's MTU less 80 bytes of headers: 1500 gives 1024, 9000 gives 4096. 0 when none fits. */
    public static int ofNetdev(int netdevMtuBytes) {
        for (int bytes = 4096; bytes >= 256; bytes /= 2) {
            if (bytes <= netdevMtuBytes - 80) {
                return bytes;
            }
        }
        return 0;
    }

    /** Bytes of an enum value; empty outside 1 to 5. */
    public static OptionalInt ofEnum(int value) {
        return value >= 1 && value <= 5 ? OptionalInt.of(128 << value) : OptionalInt.empty();
    }
}
