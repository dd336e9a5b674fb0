package dev.kolo.config;

/**
 * Something wrong in a cluster file.
 *
 * @param file the file as the user named it
 * @param line 1-based; 0 when it is not in one place
 * @param column 1-based, in characters; 0 when it is not in one place
 * @param message what is there, what was expected and what to do
 */
public record ConfigProblem(String file, int line, int column, String message) {
    /** {@code file:line:column: message}, as compilers print it. */
    @Override
    public String toString() {
        return file + (line > 0 ? ":" + line + ":" + column : "") + ": " + message;
    }
}
