package dev.kolo.lab.suite;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The suites that come with Kolo, each a script beside this class. */
public enum Suite {
    /** An RDMA write over every link. */
    LINKS("writes by RDMA over every link", false),
    /** RDMA writes between hosts without a common cable. */
    RELAYS("writes by RDMA between opposite hosts over relays", true);

    private final String purpose;
    private final boolean relayed;

    Suite(String purpose, boolean relayed) {
        this.purpose = purpose;
        this.relayed = relayed;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What it does, for lists. */
    public String purpose() {
        return purpose;
    }

    /** Whether it needs relayed paths. */
    public boolean isRelayed() {
        return relayed;
    }

    /** The suite of a name. */
    public static Optional<Suite> ofWord(String word) {
        return Stream.of(values()).filter(suite -> suite.word().equals(word)).findFirst();
    }

    /** Its script. */
    String text() throws IOException {
        return resource(word() + ".sh");
    }

    /** A text beside this class. */
    static String resource(String name) throws IOException {
        try (InputStream in = Suite.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("the resource " + name + " is missing from the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
