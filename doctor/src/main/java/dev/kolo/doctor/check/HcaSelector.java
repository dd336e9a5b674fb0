package dev.kolo.doctor.check;

import java.util.ArrayList;
import java.util.List;

/**
 * The value of NCCL_IB_HCA as NCCL reads it: an optional {@code ^} (leave these out), then an optional {@code =} (whole
 * names), then entries {@code name[:port[:rail[:plane]]]}; without {@code =} an entry matches every device whose name
 * begins with it. (NCCL source, 2.28.9 and 2.30.7.)
 *
 * @param text the value
 * @param excludes whether matching devices are left out
 * @param exact whether whole names are compared
 * @param entries the list; empty matches everything
 */
public record HcaSelector(String text, boolean excludes, boolean exact, List<Entry> entries) {
    public HcaSelector {
        entries = List.copyOf(entries);
    }

    /** Reads a value; never fails, as NCCL does not. */
    public static HcaSelector parse(String value) {
        String rest = value.trim();
        boolean excludes = rest.startsWith("^");
        rest = excludes ? rest.substring(1) : rest;
        boolean exact = rest.startsWith("=");
        rest = exact ? rest.substring(1) : rest;
        List<Entry> entries = new ArrayList<>();
        for (String part : rest.split(",", -1)) {
            String[] fields = part.trim().split(":", -1);
            if (!fields[0].isEmpty()) {
                int port = fields.length > 1 ? Context.number(fields[1]).orElse(-1) : -1;
                entries.add(new Entry(fields[0], port));
            }
        }
        return new HcaSelector(value.trim(), excludes, exact, entries);
    }

    /** Whether NCCL would use the device. */
    public boolean matches(String device, int port) {
        if (entries.isEmpty()) {
            return true;
        }
        boolean listed = entries.stream()
                .anyMatch(e -> (e.port() < 0 || e.port() == port)
                        && (exact ? device.equals(e.name()) : device.startsWith(e.name())));
        return listed != excludes;
    }

    /**
     * One entry.
     *
     * @param name name or prefix
     * @param port RDMA port, −1 for any
     */
    public record Entry(String name, int port) {}
}
