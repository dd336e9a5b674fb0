package dev.kolo.probe.read.format.host;

import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Command;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Variables of the collective libraries and engines: env dumps, export lines, docker's -e options, compose files,
 * nccl.conf. A line counts when it consists of assignments; a variable that prose mentions does not.
 */
public final class EnvironmentReader implements FormatReader {
    private static final String[] PREFIXES = {
        "NCCL_",
        "GLOO_",
        "UCX_",
        "SGLANG_",
        "VLLM_",
        "TORCH_NCCL_",
        "MN_IF_NAME",
        "TP_SOCKET_IFNAME",
        "DSV41_",
        "B12X_",
        "TF_TP_",
        "TF_COMM_",
        "TF_GLM_",
        "MASTER_ADDR",
        "MASTER_PORT",
        "HEAD_IP",
        "WORKER_IPS",
        "DIST_INIT_ADDR",
        "OMPI_MCA_",
        "RAY_ADDRESS",
        "RAY_NODE_IP",
        "NODE_RANK",
        "IB_HCA",
        "MPI_INTERFACE",
    };

    /** An assignment found in a line. */
    record Assignment(String name, String value) {}

    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.text();
        if (text.indexOf('=') < 0 && text.indexOf(": ") < 0 || text.length() > 8192) {
            return Claim.NO;
        }
        boolean dump = isDump(scope.command());
        if (!dump && !mayAssign(line.body())) {
            return Claim.NO;
        }
        List<Assignment> found = dump ? dumped(text) : assignments(text.strip());
        if (found.isEmpty()) {
            return Claim.NO;
        }
        boolean kept = false;
        for (Assignment assignment : found) {
            if (isInteresting(assignment.name)) {
                scope.setting(
                        assignment.name, assignment.value, source(text.strip(), scope.command()), line.evidence());
                kept = true;
            }
        }
        if (kept) {
            scope.facts().observe(Topic.ENVIRONMENT, Observation.PARTIAL);
            scope.understood("environment variables");
        }
        return kept ? Claim.READ : dump ? Claim.KNOWN : Claim.NO;
    }

    @Override
    public Claim proceed(Line line, Scope scope) {
        Claim claim = begin(line, scope);
        if (claim.isMine()) {
            return claim;
        }
        // Another variable of the same dump.
        String text = line.text();
        int equals = text.indexOf('=');
        return equals > 0 && isName(text.substring(0, equals)) ? Claim.KNOWN : Claim.NO;
    }

    /** True when a name that matters stands in the line, and prose does not begin it. */
    private static boolean mayAssign(String body) {
        String first = Words.first(body);
        boolean starts = first.indexOf('=') > 0
                || first.endsWith(":")
                || first.startsWith("-")
                || first.equals("export")
                || first.equals("ENV");
        if (!starts) {
            return false;
        }
        for (String prefix : PREFIXES) {
            if (body.contains(prefix)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isDump(Optional<Command> command) {
        return command.filter(c -> c.program().equals("env")
                        || c.program().equals("printenv")
                        || c.text().contains("environ")
                        || c.text().contains("nccl.conf"))
                .isPresent();
    }

    private static List<Assignment> dumped(String text) {
        int equals = text.indexOf('=');
        String name = equals < 0 ? "" : text.substring(0, equals).strip();
        return isName(name)
                ? List.of(new Assignment(name, text.substring(equals + 1).strip()))
                : List.of();
    }

    /** The assignments of a line that holds nothing else. */
    static List<Assignment> assignments(String text) {
        String body = withoutIntroduction(text);
        Optional<Assignment> yaml = yamlPair(body);
        if (yaml.isPresent()) {
            return List.of(yaml.get());
        }
        List<Assignment> found = new ArrayList<>();
        for (String word : shellWords(body)) {
            if (word.equals("\\")
                    || word.equals("-e")
                    || word.equals("--env")
                    || word.equals("-x")
                    || word.equals("export")) {
                continue;
            }
            if (word.startsWith("#")) {
                break;
            }
            String bare =
                    word.endsWith(",") ? Words.unquote(word.substring(0, word.length() - 1)) : Words.unquote(word);
            int equals = bare.indexOf('=');
            if (equals <= 0 || !isName(bare.substring(0, equals))) {
                return List.of();
            }
            found.add(new Assignment(bare.substring(0, equals), Words.unquote(bare.substring(equals + 1))));
        }
        return found;
    }

    /** Without what stands before a list of assignments: "env:", "- ", "ENV", "Environment=". */
    private static String withoutIntroduction(String text) {
        String body = text;
        for (String start : new String[] {"- ", "env: ", "Env: ", "environment: ", "ENV ", "Environment=", "export "}) {
            if (body.startsWith(start)) {
                body = body.substring(start.length()).strip();
            }
        }
        return body;
    }

    /** {@code NCCL_IB_HCA: "=rocep1s0f0"} of a compose file. */
    private static Optional<Assignment> yamlPair(String body) {
        int colon = body.indexOf(": ");
        if (colon <= 0 || !isName(body.substring(0, colon)) || !isInteresting(body.substring(0, colon))) {
            return Optional.empty();
        }
        String value = body.substring(colon + 2).strip();
        boolean single = value.indexOf(' ') < 0 || value.startsWith("\"") || value.startsWith("'");
        return single ? Optional.of(new Assignment(body.substring(0, colon), Words.unquote(value))) : Optional.empty();
    }

    /** Words as a shell cuts them: blanks in quotes stay. */
    private static List<String> shellWords(String text) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
                word.append(c);
            } else if (c <= ' ') {
                if (!word.isEmpty()) {
                    words.add(word.toString());
                    word.setLength(0);
                }
            } else {
                quote = c == '"' || c == '\'' ? c : 0;
                word.append(c);
            }
        }
        if (!word.isEmpty()) {
            words.add(word.toString());
        }
        return words;
    }

    private static Setting.Source source(String text, Optional<Command> command) {
        if (command.isPresent()) {
            Command typed = command.get();
            if (typed.text().contains("nccl.conf")) {
                return Setting.Source.FILE;
            }
            if (typed.insideContainer()
                    || typed.text().contains("environ") && typed.text().contains("/proc/")) {
                return Setting.Source.PROCESS;
            }
            if (isDump(command)) {
                return Setting.Source.SHELL;
            }
        }
        boolean planned = text.startsWith("export ")
                || text.startsWith("-e ")
                || text.startsWith("--env ")
                || text.startsWith("- ")
                || text.startsWith("ENV ")
                || text.startsWith("Environment=")
                || text.indexOf(": ") > 0 && !text.startsWith("env: ");
        return planned ? Setting.Source.PLANNED : Setting.Source.UNKNOWN;
    }

    static boolean isInteresting(String name) {
        for (String prefix : PREFIXES) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isName(String text) {
        if (text.isEmpty() || text.length() > 100 || text.charAt(0) >= '0' && text.charAt(0) <= '9') {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '_' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z')) {
                return false;
            }
        }
        return true;
    }
}
