package dev.kolo.remote.ssh;

import java.util.List;
import java.util.Locale;

/**
 * The ways in which ssh fails, each with the words by which ssh tells it (OpenSSH 7 to 10) and a sentence that says what to
 * do. The order matters: of several complaints the first kind here is the cause.
 */
public enum SshFailure {
    /** The key of the host is another one than the known one. */
    HOST_KEY_CHANGED(
            "remote host identification has changed|host key for .* has changed",
            "HOST shows another host key than the one in known_hosts. If the machine was installed anew, remove the old key"
                    + " with `ssh-keygen -R HOST` and connect once by hand; if not, do not connect."),
    /** The key of the host is not known, and nobody may be asked. */
    HOST_KEY_UNKNOWN(
            "host key verification failed|no .* host key is known for",
            "The host key of HOST is not known here yet. Connect once by hand with `ssh HOST`, compare the fingerprint, and"
                    + " accept it."),
    /** The user's key file is readable by others, so that ssh does not use it. */
    KEY_FILE_OPEN(
            "unprotected private key file",
            "ssh does not use the key for HOST, since others may read its file. Close it with `chmod 600` for the file that"
                    + " ssh names."),
    /** The host accepts none of the keys. */
    PERMISSION_DENIED(
            "permission denied \\(|too many authentication failures|no supported authentication methods",
            "HOST accepts none of the keys that ssh offered, and Kolo asks for no passwords. Install a key with"
                    + " `ssh-copy-id HOST`, or load it into the agent with `ssh-add`."),
    /** The name has no address. */
    UNKNOWN_HOST(
            "could not resolve hostname|name or service not known",
            "The name HOST has no address here. Check its spelling, or give it one: a Host entry in ~/.ssh/config, or a line"
                    + " in /etc/hosts."),
    /** Nothing listens there. */
    REFUSED(
            "connection refused",
            "HOST answers, but nothing listens on the ssh port. Start the ssh server there (`sudo systemctl enable --now"
                    + " ssh`), or name the right port in ~/.ssh/config."),
    /** No way leads there. */
    NO_ROUTE(
            "no route to host|network is unreachable|host is down",
            "No way leads to HOST. Check that it is switched on and that this machine is in its management network."),
    /** It does not answer in time. */
    NO_ANSWER(
            "connection timed out|operation timed out|connection to .* timed out|timed out during",
            "HOST does not answer. Check that it is switched on, and that its address is right."),
    /** The user's configuration is wrong. */
    BAD_CONFIGURATION(
            "bad configuration option|bad owner or permissions|bad number|terminating, .* bad configuration"
                    + "|can't open user config file|extra arguments at end|missing argument|unsupported option",
            "ssh refuses its configuration before it connects to HOST. Correct the line that it names."),
    /** Client and server share no method. */
    NO_COMMON_METHOD(
            "unable to negotiate|no matching .* found",
            "ssh here and the server on HOST share no method of the kind that ssh names. Update the older of the two."),
    /** It hangs up before anyone has logged in. */
    CLOSED(
            "connection closed by|connection reset|closed by remote host|broken pipe",
            "HOST closed the connection. Its ssh server may be overloaded, or may refuse this machine: see its log"
                    + " (`journalctl -u ssh`)."),
    /** There is no ssh here. */
    NO_SSH("", "There is no ssh on this machine. Install it (`sudo apt install openssh-client`)."),
    /** The command did not end before its deadline. */
    DEADLINE("", "HOST did not finish in time, and was cut off."),
    /** The command wrote more than any probe does. */
    TOO_MUCH_OUTPUT("", "HOST wrote more than any such command does, and was cut off."),
    /** Something else. */
    OTHER("", "ssh to HOST failed.");

    private static final int LONGEST_LINE = 1000;

    private final String words;
    private final String sentence;

    SshFailure(String words, String sentence) {
        this.words = words;
        this.sentence = sentence;
    }

    /** What happened at the host and what to do. */
    public String sentence(String host) {
        return sentence.replace("HOST", host);
    }

    private boolean isTold(String line) {
        return !words.isEmpty() && line.toLowerCase(Locale.ROOT).matches("(?s).*(" + words + ").*");
    }

    /** What ssh's complaints mean; {@link #OTHER} with its last line when they mean nothing known. */
    static SshOutcome.Failed of(String host, String stderr) {
        List<String> lines = stderr.lines()
                .map(line ->
                        line.substring(0, Math.min(line.length(), LONGEST_LINE)).strip())
                .filter(line -> !line.isEmpty())
                .toList();
        for (SshFailure kind : values()) {
            for (String line : lines) {
                if (kind.isTold(line)) {
                    return new SshOutcome.Failed(kind, withOwnRemedy(kind, kind.sentence(host), host, lines), line);
                }
            }
        }
        return new SshOutcome.Failed(OTHER, OTHER.sentence(host), lines.isEmpty() ? "" : lines.getLast());
    }

    /** For a changed key ssh prints the command itself, with the file and the port that a plain name would miss. */
    private static String withOwnRemedy(SshFailure kind, String sentence, String host, List<String> lines) {
        return lines.stream()
                .filter(line -> kind == HOST_KEY_CHANGED && line.startsWith("ssh-keygen -f "))
                .findFirst()
                .map(remedy -> sentence.replace("ssh-keygen -R " + host, remedy))
                .orElse(sentence);
    }
}
