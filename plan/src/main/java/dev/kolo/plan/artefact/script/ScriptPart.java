package dev.kolo.plan.artefact.script;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;

/**
 * The parts of scripts that are the same for every plan. They are constants too long for a line of Java, kept as the shell
 * that they are, so that people read and shells check them as such.
 */
enum ScriptPart {
    /** Sentences, the look-up of programs, the check of the host's name, the two passes. */
    WORDS,
    /** What sits in an object's place. */
    LOOK,
    /** Removing what is ours. */
    REMOVE,
    /** Adding what is missing, and what a host must have beforehand. */
    ADD,
    /** Looking at tc offload, and turning it off. */
    OFFLOAD,
    /** Turning tc offload on. */
    OFFLOADING,
    /** Hairpin queues. */
    HAIRPIN,
    /** Marker processes. */
    MARKER,
    /** Starting marker processes. */
    MARKING,
    /** What up.sh does, from its arguments on. */
    UP,
    /** What down.sh does. */
    DOWN,
    /** What hairpin.sh does. */
    HAIRPIN_RUN;

    /** The text, ending in a line feed. */
    String text() {
        String file = name().toLowerCase(Locale.ROOT).replace('_', '-') + ".sh.part";
        try (InputStream in = ScriptPart.class.getResourceAsStream(file)) {
            return new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
