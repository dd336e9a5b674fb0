package dev.kolo.cli.wire;

import dev.kolo.fabric.names.ShellWord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The shell scripts that make a host ready for ranks, and what they print; both ends of the format in one place. */
final class HostScript {
    /** The oldest Java that runs a rank. */
    static final int JAVA = 25;

    private HostScript() {}

    /**
     * What a host said of itself.
     *
     * @param java a Java that is new enough; empty when there is none
     * @param others those that are not, {@code PATH (VERSION)}
     * @param jar where the rank's program belongs
     * @param hasJar whether it is there
     * @param devices its RDMA devices
     * @param address the host's address on the connection that ssh made, in which others reach it, too; empty when unknown
     */
    record Answer(
            Optional<String> java,
            List<String> others,
            String jar,
            boolean hasJar,
            List<String> devices,
            Optional<String> address) {}

    /** Looks for a Java and for the program; changes nothing. */
    static String look(RankBundle bundle, Optional<String> java) {
        return String.join(
                "\n",
                "bundle=" + ShellWord.quote(bundle.name()),
                "size=" + bundle.bytes().length,
                "only=" + ShellWord.quote(java.orElse("")),
                "folder=${XDG_CACHE_HOME:-$HOME/.cache}/kolo",
                "try() {",
                "  [ -x \"$1\" ] || return 1",
                "  home=$(readlink -f \"$1\" 2>/dev/null) && home=${home%/bin/java} || home=",
                "  version=",
                "  [ -r \"$home/release\" ] && version=$(sed -n 's/^JAVA_VERSION=\"\\{0,1\\}\\([0-9]*\\).*/\\1/p' \"$home/release\")",
                "  [ -n \"$version\" ] || version=$(\"$1\" -version 2>&1 | sed -n '1s/[^\"]*\"\\([0-9]*\\).*/\\1/p')",
                "  case $version in ''|*[!0-9]*) return 1 ;; esac",
                "  if [ \"$version\" -ge " + JAVA + " ]; then printf 'java %s\\n' \"$1\"; return 0; fi",
                "  printf 'older %s (%s)\\n' \"$1\" \"$version\"",
                "  return 1",
                "}",
                "find_java() {",
                "  if [ -n \"$only\" ]; then try \"$only\"; return; fi",
                "  [ -n \"${JAVA_HOME:-}\" ] && try \"$JAVA_HOME/bin/java\" && return",
                "  found=$(command -v java) && try \"$found\" && return",
                "  for one in /usr/lib/jvm/*/bin/java /usr/java/*/bin/java /usr/local/*/bin/java /opt/*/bin/java"
                        + " /opt/java/*/bin/java \"$HOME\"/.sdkman/candidates/java/*/bin/java \"$HOME\"/.jdks/*/bin/java;"
                        + " do try \"$one\" && return; done",
                "}",
                "find_java",
                "printf 'jar %s\\n' \"$folder/$bundle\"",
                "[ -f \"$folder/$bundle\" ] && [ \"$(wc -c <\"$folder/$bundle\")\" -eq \"$size\" ] && echo present",
                "for one in /sys/class/infiniband/*; do [ -e \"$one\" ] && printf 'rdma %s\\n' \"${one##*/}\"; done",
                "set -- ${SSH_CONNECTION:-}",
                "[ $# -lt 3 ] || printf 'address %s\\n' \"$3\"",
                "echo looked",
                "");
    }

    /** Reads what {@link #look} printed; empty when it did not come to its end. */
    static Optional<Answer> read(String printed) {
        List<String> lines = printed.lines().toList();
        if (!lines.contains("looked")) {
            return Optional.empty();
        }
        List<String> others = new ArrayList<>();
        lines.forEach(line -> after(line, "older ").ifPresent(others::add));
        return Optional.of(new Answer(
                first(lines, "java "),
                others.stream().distinct().toList(),
                first(lines, "jar ").orElse(""),
                lines.contains("present"),
                lines.stream().flatMap(line -> after(line, "rdma ").stream()).toList(),
                first(lines, "address ")));
    }

    /** Takes the program from standard input; what was cut on its way never gets its name. */
    static String receive(RankBundle bundle, String jar) {
        String to = ShellWord.quote(jar);
        String script = "umask 077; mkdir -p \"$(dirname " + to + ")\" && cat > " + to + ".$$ && [ \"$(wc -c < " + to
                + ".$$)\" -eq " + bundle.bytes().length + " ] && mv -f " + to + ".$$ " + to + " || { rm -f " + to
                + ".$$; exit 1; }";
        return "sh -c " + ShellWord.quote(script);
    }

    private static Optional<String> first(List<String> lines, String prefix) {
        return lines.stream().flatMap(line -> after(line, prefix).stream()).findFirst();
    }

    private static Optional<String> after(String line, String prefix) {
        return line.startsWith(prefix) ? Optional.of(line.substring(prefix.length())) : Optional.empty();
    }
}
