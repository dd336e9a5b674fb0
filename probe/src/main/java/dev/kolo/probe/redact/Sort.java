package dev.kolo.probe.redact;

/** The sorts of values that are replaced, in the order in which a summary lists them. */
public enum Sort {
    HOST("host names"),
    USER("user names and home folders"),
    DOMAIN("domains"),
    NETWORK("Wi-Fi networks"),
    IPV4("IPv4 addresses"),
    IPV6("IPv6 addresses and GIDs"),
    MAC("MAC addresses"),
    GUID("GUIDs"),
    SERIAL("serial numbers"),
    UUID("UUIDs"),
    SECRET("keys, tokens and passwords"),
    HEX("digests and long hexadecimal identifiers");

    private final String words;

    Sort(String words) {
        this.words = words;
    }

    /** What they are called in a summary. */
    public String words() {
        return words;
    }
}
