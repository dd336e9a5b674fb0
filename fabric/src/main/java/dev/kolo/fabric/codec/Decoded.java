package dev.kolo.fabric.codec;

/**
 * What came of decoding a JSON document.
 *
 * @param <T> what the document holds
 */
public sealed interface Decoded<T> {
    /**
     * All of it.
     *
     * @param value what the document holds
     * @param <T> its type
     */
    record Whole<T>(T value) implements Decoded<T> {}

    /**
     * The document breaks off; what came whole before that can be used, and says less than the document once did.
     *
     * @param value what could be read
     * @param line 1-based line of the break
     * @param message what happened and what was left out, one sentence
     * @param <T> its type
     */
    record Cut<T>(T value, int line, String message) implements Decoded<T> {}

    /**
     * Nothing of it can be trusted.
     *
     * @param line 1-based line of the trouble; 0 when it is not in one line
     * @param message what is wrong, where in the document, and what was expected, one sentence
     * @param <T> what it should have held
     */
    record Refused<T>(int line, String message) implements Decoded<T> {}
}
