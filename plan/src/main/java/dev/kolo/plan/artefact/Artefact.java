package dev.kolo.plan.artefact;

/**
 * One file of a plan.
 *
 * @param path where it goes below the output folder, with slashes
 * @param content its text
 * @param executable whether it is to be run
 */
public record Artefact(String path, String content, boolean executable) {
    /** A file that is read, not run. */
    static Artefact text(String path, String content) {
        return new Artefact(path, content, false);
    }

    /** A script. */
    static Artefact script(String path, String content) {
        return new Artefact(path, content, true);
    }
}
