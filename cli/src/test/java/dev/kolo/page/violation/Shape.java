package dev.kolo.page.violation;

/**
 * Stands for a part of a page, which the doctor may not know.
 *
 * @param name its name
 */
public record Shape(String name) {}
