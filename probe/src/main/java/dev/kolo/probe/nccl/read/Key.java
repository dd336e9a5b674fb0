package dev.kolo.probe.nccl.read;

/**
 * Tells processes apart.
 *
 * @param host the host; empty when no line names it
 * @param process process id; 0 when no line has one
 * @param label the name that an engine gives it; counts only without a process id
 * @param file the file; counts only without a process id
 */
record Key(String host, long process, String label, String file) {
    static Key of(LogLine line, String file, String surroundings) {
        String host = line.host().isEmpty() ? surroundings : line.host();
        return line.process() > 0
                ? new Key(host, line.process(), "", "")
                : new Key(host, 0, line.label().name(), file);
    }

    boolean isAnonymous() {
        return process == 0;
    }
}
