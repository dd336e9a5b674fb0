package dev.kolo.probe.redact;

/**
 * A value found in a line.
 *
 * @param start index of its first character
 * @param end index after its last
 * @param sort what it is
 * @param value its characters as they stand there
 */
record Span(int start, int end, Sort sort, String value) {}
