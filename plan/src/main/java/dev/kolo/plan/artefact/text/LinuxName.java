package dev.kolo.plan.artefact.text;

import dev.kolo.page.text.Text;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * What names from outside may look like before they become folders, arguments and keys. Each check answers with what is
 * wrong, in words; empty when nothing is.
 */
public final class LinuxName {
    /** Bytes of a host name without the end sign (HOST_NAME_MAX). */
    private static final int MOST_HOST_BYTES = 64;

    /** Bytes of a netdev name without the end sign (IFNAMSIZ − 1). */
    private static final int MOST_NETDEV_BYTES = 15;

    /** Bytes of an RDMA device name without the end sign (IB_DEVICE_NAME_MAX − 1). */
    private static final int MOST_DEVICE_BYTES = 63;

    private LinuxName() {}

    /** A host name: letters, digits, dots, dashes and underscores, beginning with a letter or digit. */
    public static Optional<String> ofHost(String name) {
        return check(name, "a host name", MOST_HOST_BYTES, c -> isWordLike(c) || c == '.' || c == '-')
                .or(() -> isLetterOrDigit(name.charAt(0))
                        ? Optional.empty()
                        : Optional.of("a host name begins with a letter or a digit, and this is " + show(name)));
    }

    /**
     * A netdev name: letters, digits, dots, dashes and underscores. The kernel would take more, and nobody's machine has it;
     * a name like {@code *} would name every netdev in a sysctl file.
     */
    public static Optional<String> ofNetdev(String name) {
        return check(name, "a netdev name", MOST_NETDEV_BYTES, c -> isWordLike(c) || c == '.' || c == '-')
                .or(() -> isWordLike(name.charAt(0)) && !name.equals("all") && !name.equals("default")
                        ? Optional.empty()
                        : Optional.of("no netdev can be called " + show(name)));
    }

    /** An RDMA device name: letters, digits, dots, dashes and underscores, as drivers and udev give them. */
    public static Optional<String> ofDevice(String name) {
        return check(name, "an RDMA device name", MOST_DEVICE_BYTES, c -> isWordLike(c) || c == '.' || c == '-')
                .or(() -> isLetterOrDigit(name.charAt(0))
                        ? Optional.empty()
                        : Optional.of(
                                "an RDMA device name begins with a letter or a digit, and this is " + show(name)));
    }

    /** The path of a program: absolute, of printable ASCII. */
    public static Optional<String> ofProgram(String path) {
        return check(path, "the path of a program", 4095, c -> c >= 0x20 && c < 0x7f)
                .or(() -> path.startsWith("/")
                        ? Optional.empty()
                        : Optional.of("the path of a program begins with /, and this is " + show(path)));
    }

    private static Optional<String> check(String name, String what, int mostBytes, IntPredicate allowed) {
        if (name.isEmpty()) {
            return Optional.of(what + " is empty");
        }
        if (name.length() > mostBytes) {
            return Optional.of(what + " has at most " + mostBytes + " characters, and this has " + name.length() + ": "
                    + show(name));
        }
        return name.codePoints().allMatch(allowed) ? Optional.empty() : Optional.of(what + " cannot be " + show(name));
    }

    private static String show(String name) {
        return "\"" + Text.fit(Text.quote(name), 60) + "\"";
    }

    private static boolean isWordLike(int c) {
        return isLetterOrDigit(c) || c == '_';
    }

    private static boolean isLetterOrDigit(int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
    }
}
