package dev.kolo.probe.redact;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Which names of variables, options and fields say that their value is a secret: HF_TOKEN, --api-key, "dbPassword". */
public final class SecretNames {
    private static final Set<String> WORDS = Set.of(
            "token",
            "secret",
            "password",
            "passwd",
            "passphrase",
            "passcode",
            "psk",
            "apikey",
            "authkey",
            "accesskey",
            "secretkey",
            "privatekey",
            "cookie",
            "credential",
            "credentials",
            "authtoken",
            "bearer",
            "hmac",
            "dsn",
            "pat",
            "passwort",
            "authorization");

    /** Secrets only with a word before them: PWD is a folder, "pass" is a result. */
    private static final Set<String> SECOND_WORDS = Set.of("pwd", "pass", "pw", "pin", "auth", "webhook");

    private static final Set<String> KEYS_OF = Set.of(
            "api",
            "access",
            "private",
            "secret",
            "signing",
            "encryption",
            "license",
            "auth",
            "account",
            "storage",
            "ssh",
            "wpa",
            "shared",
            "preshared",
            "master",
            "session",
            "service",
            "subscription",
            "host",
            "public",
            "client");

    /** Tokens of language models, and how many of them there are. */
    private static final Set<String> TOKENS_OF = Set.of(
            "eos", "bos", "pad", "unk", "mask", "sep", "cls", "stop", "image", "per", "next", "first", "last", "max",
            "num", "new", "min", "total", "prompt", "output", "input", "special", "think", "draft", "each", "one", "by",
            "time");

    private SecretNames() {}

    /** True when what a name stands for must not be shown. */
    public static boolean isSecret(String name) {
        List<String> parts = parts(name);
        if (parts.isEmpty()) {
            return false;
        }
        String last = parts.getLast();
        String before = parts.size() > 1 ? parts.get(parts.size() - 2) : "";
        if (last.equals("id") && parts.size() > 2) {
            return before.equals("key") && parts.get(parts.size() - 3).equals("access");
        }
        if (last.equals("token")) {
            return !TOKENS_OF.contains(before);
        }
        return WORDS.contains(last)
                || SECOND_WORDS.contains(last) && !before.isEmpty() && !before.equals("old")
                || last.equals("key") && KEYS_OF.contains(before);
    }

    /** The words of a name, without the number behind it: at dashes, underscores, dots, and where a capital begins one. */
    private static List<String> parts(String name) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean capital = c >= 'A' && c <= 'Z' && i > 0 && name.charAt(i - 1) >= 'a' && name.charAt(i - 1) <= 'z';
            boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
            if ((capital || !letter) && !part.isEmpty()) {
                parts.add(part.toString().toLowerCase(Locale.ROOT));
                part.setLength(0);
            }
            if (letter) {
                part.append(c);
            }
        }
        if (!part.isEmpty()) {
            parts.add(part.toString().toLowerCase(Locale.ROOT));
        }
        return parts;
    }
}
