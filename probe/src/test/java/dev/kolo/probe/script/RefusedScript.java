package dev.kolo.probe.script;

/** Says why a script is not known to be read-only. */
final class RefusedScript extends RuntimeException {
    private static final long serialVersionUID = 1;

    RefusedScript(String reason) {
        super(reason);
    }
}
