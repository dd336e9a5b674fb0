package dev.kolo.lab.machine;

import java.util.List;
import java.util.Locale;

/** How guests run. */
public enum Acceleration {
    /** On the processor itself. */
    KVM("kvm", "host"),
    /**
     * Translated, which any machine can do: some ten times slower. Of translated code 128 MiB are kept; by itself the
     * emulator would take a gigabyte a guest.
     */
    EMULATION("tcg,thread=multi,tb-size=128", "max");

    private final String accelerator;
    private final String processor;

    Acceleration(String accelerator, String processor) {
        this.accelerator = accelerator;
        this.processor = processor;
    }

    /** The emulator's arguments for it. */
    public List<String> arguments() {
        return List.of("-accel", accelerator, "-cpu", processor);
    }

    /** The word for people and for files. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
