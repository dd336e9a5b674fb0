package dev.kolo.probe.redact;

import dev.kolo.probe.read.text.DeviceWords;
import dev.kolo.probe.read.text.Names;
import java.util.Locale;
import java.util.Set;

/** Which words can be somebody's name, and which name nobody: roles, system accounts, public services. */
final class Word {
    /** Roles in a job: they say nothing about anybody, and a helper needs them. */
    private static final Set<String> ROLES =
            Set.of("head", "worker", "master", "leader", "rank", "localhost", "localhost.localdomain", "none", "self");

    private static final Set<String> SYSTEM_USERS = Set.of(
            "root",
            "ubuntu",
            "nvidia",
            "user",
            "admin",
            "administrator",
            "debian",
            "centos",
            "fedora",
            "ec2-user",
            "nobody",
            "daemon",
            "vllm",
            "sglang",
            "docker",
            "guest",
            "test",
            "git",
            "www-data",
            "default",
            "shared",
            "public",
            "none",
            "null",
            "runner",
            "builder",
            "postgres",
            "systemd-network",
            "messagebus");

    private static final Set<String> PUBLIC_DOMAINS = Set.of(
            "github.com",
            "githubusercontent.com",
            "huggingface.co",
            "hf.co",
            "nvcr.io",
            "nvidia.com",
            "docker.io",
            "docker.com",
            "ghcr.io",
            "quay.io",
            "ubuntu.com",
            "debian.org",
            "kernel.org",
            "canonical.com",
            "launchpad.net",
            "pytorch.org",
            "python.org",
            "openssh.com",
            "libssh.org",
            "mellanox.com",
            "gnu.org",
            "apache.org",
            "redhat.com",
            "fedoraproject.org",
            "example.com",
            "example.org",
            "example.net",
            "modelscope.cn",
            "googleapis.com",
            "freedesktop.org",
            "snapcraft.io",
            "linuxfoundation.org");

    private Word() {}

    /** A word that may be a host's name and is not just a role. */
    static boolean isHost(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        String stem = lower.replaceFirst("[-_ ]?[0-9]{1,3}$", "");
        return !word.isBlank()
                && word.length() <= 255
                && !ROLES.contains(lower)
                && !ROLES.contains(stem)
                && Names.ip(word).isEmpty()
                && !DeviceWords.isNetdev(word)
                && !DeviceWords.isRdmaDevice(word)
                && !lower.chars().allMatch(c -> c >= '0' && c <= '9' || c == '.' || c == '-' || c == ':');
    }

    /** A word that may be a person's account. */
    static boolean isUser(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        return !word.isBlank()
                && word.length() <= 64
                && !SYSTEM_USERS.contains(lower)
                && !lower.chars().allMatch(c -> c >= '0' && c <= '9' || c == ':');
    }

    /** A domain that belongs to somebody in particular. */
    static boolean isPrivateDomain(String domain) {
        String lower = domain.toLowerCase(Locale.ROOT);
        for (String known : PUBLIC_DOMAINS) {
            if (lower.equals(known) || lower.endsWith("." + known)) {
                return false;
            }
        }
        return !lower.endsWith(".example") && !isLocalDomain(lower);
    }

    /** What home routers and mDNS put behind names. */
    static boolean isLocalDomain(String domain) {
        return switch (domain.toLowerCase(Locale.ROOT)) {
            case "local", "lan", "home", "localdomain", "internal", "home.arpa", "arpa", "example", "invalid", "test" ->
                true;
            default -> false;
        };
    }
}
