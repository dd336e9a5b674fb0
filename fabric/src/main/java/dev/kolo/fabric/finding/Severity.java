package dev.kolo.fabric.finding;

/** How bad a finding is. */
public enum Severity {
    /** It will not work, or it will lie. */
    ERROR,
    /** It works worse than it could, or by luck. */
    WARNING,
    /** Good to know. */
    INFO
}
