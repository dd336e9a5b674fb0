package dev.kolo.lab.layout;

/**
 * A cable, which carries all planes, between two ports.
 *
 * @param number its number, counted from 0
 * @param near the end at the host that comes first along the ring
 * @param far the other end
 */
public record LabCable(int number, End near, End far) {
    /**
     * Where a plug sits.
     *
     * @param host the host, counted from 0
     * @param port 0 or 1
     */
    public record End(int host, int port) {}

    /** Whether one of its plugs sits there. */
    public boolean isAt(int host, int port) {
        End end = new End(host, port);
        return near.equals(end) || far.equals(end);
    }
}
