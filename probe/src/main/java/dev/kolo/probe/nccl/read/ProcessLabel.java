package dev.kolo.probe.nccl.read;

import dev.kolo.probe.read.text.Names;
import java.util.Optional;

/**
 * What engines, launchers and container runtimes put before a line to say whose it is: {@code [TP0 EP0]}, {@code
 * (Worker_TP0 pid=99)}, {@code (RayWorkerWrapper pid=12, ip=10.0.0.2)}, {@code vllm-1  |}, {@code [pod/vllm-0/vllm]},
 * {@code [rank2]:}, {@code [1,2]<stdout>:}.
 *
 * @param name a short name of the process: {@code TP0}, {@code rank2}, a container's or pod's name; empty when unknown
 * @param process its process id, 0 when not said
 * @param address the address of its host as Ray says it
 */
record ProcessLabel(String name, long process, Optional<String> address) {
    static final ProcessLabel NONE = new ProcessLabel("", 0, Optional.empty());

    private static final int MAX_LOOKED_AT = 200;

    /** Reads the text before NCCL's own header. */
    static ProcessLabel in(String prefix) {
        if (prefix.isBlank()) {
            return NONE;
        }
        String text = prefix.length() > MAX_LOOKED_AT ? prefix.substring(0, MAX_LOOKED_AT) : prefix;
        int pid = text.indexOf("pid=");
        long process = pid < 0 ? 0 : number(text, pid + 4);
        int ip = text.indexOf("ip=", Math.max(0, pid));
        Optional<String> address = ip < 0
                ? Optional.empty()
                : Optional.of(word(text, ip + 3)).filter(w -> Names.ip(w).isPresent());
        return new ProcessLabel(name(text), process, address);
    }

    private static String name(String text) {
        for (String key : new String[] {"TP", "rank", "Rank"}) {
            for (int at = text.indexOf(key); at >= 0; at = text.indexOf(key, at + 1)) {
                int digits = at + key.length();
                boolean begins = at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1));
                int end = digits;
                while (end < text.length() && Character.isDigit(text.charAt(end))) {
                    end++;
                }
                if (begins && end > digits && end - digits <= 4) {
                    return key.equals("TP") ? text.substring(at, end) : "rank" + text.substring(digits, end);
                }
            }
        }
        return launched(text);
    }

    /** mpirun's "[1,2]<stdout>:", kubectl's "[pod/vllm-0/vllm]", docker compose's "vllm-1  |". */
    private static String launched(String text) {
        int tag = text.indexOf("]<std");
        int comma = tag < 0 ? -1 : text.lastIndexOf(',', tag);
        if (comma > 0 && number(text, comma + 1) >= 0 && text.charAt(comma + 1) != ']') {
            return "rank" + number(text, comma + 1);
        }
        int pod = text.indexOf("[pod/");
        if (pod >= 0) {
            return word(text, pod + 5);
        }
        int bar = text.indexOf('|');
        return bar > 0 ? word(text.substring(0, bar).stripLeading(), 0) : "";
    }

    private static String word(String text, int from) {
        int end = from;
        while (end < text.length() && end - from < 64 && isNameChar(text.charAt(end))) {
            end++;
        }
        return text.substring(from, end);
    }

    private static boolean isNameChar(char c) {
        return c < 128 && (Character.isLetterOrDigit(c) || c == '-' || c == '_' || c == '.' || c == ':');
    }

    private static long number(String text, int from) {
        long value = 0;
        for (int i = from; i < text.length() && i - from < 10; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                break;
            }
            value = value * 10 + digit;
        }
        return value;
    }
}
