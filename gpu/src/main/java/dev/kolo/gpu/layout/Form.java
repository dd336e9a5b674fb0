package dev.kolo.gpu.layout;

import java.util.Locale;

/** How a payload lies in a slot, and how its reader knows that it is there. */
public enum Form {
    /** Plain bytes; a released flag word a block follows them. */
    FLAG(0, 16, 16),
    /** Words of 8 bytes, four of data and the step: whole on memory that a NIC writes. */
    LL8(1, 8, 16),
    /** Words of 16 bytes, twelve of data and the step: whole on memory that a GPU or a CPU writes. */
    LL16(2, 12, 16);

    private final int number;
    private final int dataBytes;
    private final int unitBytes;

    Form(int number, int dataBytes, int unitBytes) {
        this.number = number;
        this.dataBytes = dataBytes;
        this.unitBytes = unitBytes;
    }

    /** The number that stands for it in digests. */
    public int number() {
        return number;
    }

    /** Whether every word carries its step. */
    public boolean isPacked() {
        return this != FLAG;
    }

    /** Payload bytes in a unit of 16 bytes. */
    public int dataBytes() {
        return dataBytes;
    }

    /** Units that a payload takes. */
    public int units(long bytes) {
        return Math.toIntExact((bytes + dataBytes - 1) / dataBytes);
    }

    /** Bytes of a slot for payloads up to a limit, header included. */
    public long slotBytes(long limitBytes) {
        long all = (isPacked() ? DeviceLayout.HEADER_BYTES : 0) + (long) units(limitBytes) * unitBytes;
        return (all + DeviceLayout.LINE_BYTES - 1) / DeviceLayout.LINE_BYTES * DeviceLayout.LINE_BYTES;
    }

    /** The word in names of kernels and in settings. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
