package dev.kolo.gpu.layout;

import java.util.Locale;

/** Where the peer is, as a kernel sees it. */
public enum DevicePath {
    /** The peer's GPU memory, written over NVLink or PCIe. */
    PEER_MEMORY,
    /** Host memory of the peer on the same machine, written by the kernel itself. */
    PEER_HOST,
    /** A proxy thread copies from host memory to the peer's host memory, each word after it was seen. */
    PROXY_COPY,
    /** A proxy thread posts whole parts whose flag or tags it has seen, as a NIC needs it. */
    PROXY_POST,
    /** A proxy thread posts through a NIC, whose registered memory the device region is: also to another host. */
    PROXY_NIC;

    /** Whether a host thread carries the bytes. */
    public boolean isProxied() {
        return this == PROXY_COPY || this == PROXY_POST || this == PROXY_NIC;
    }

    /**
     * Whether the form's words arrive whole. A NIC promises words of 8 bytes, not of 16; what its driver in software writes
     * (TCP reads a socket straight into the region) may be cut anywhere, so behind a NIC only flags speak.
     */
    public boolean carries(Form form) {
        return switch (this) {
            case PEER_MEMORY, PEER_HOST, PROXY_COPY -> true;
            case PROXY_POST -> form != Form.LL16;
            case PROXY_NIC -> form == Form.FLAG;
        };
    }

    /** The word in settings. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The path of a word. */
    public static DevicePath of(String word) {
        for (DevicePath path : values()) {
            if (path.word().equals(word)) {
                return path;
            }
        }
        throw new IllegalArgumentException(
                "there is no path \"" + word + "\": peer-memory, peer-host, proxy-copy, proxy-post or proxy-nic");
    }
}
