package dev.kolo.config;

/**
 * A value of the cluster file as it stands there, for a reader elsewhere that knows what it means.
 *
 * @param text the value, without quotes; items of a list are joined by commas
 * @param place {@code kolo.yaml:14:10}, for messages
 */
public record PlacedText(String text, String place) {}
