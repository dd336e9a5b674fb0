package dev.kolo.lab.machine;

import java.nio.file.Path;

/**
 * A Linux kernel that guests can run.
 *
 * @param release as {@code uname -r} prints it
 * @param image the file to boot
 * @param modules the folder of its modules, {@code …/lib/modules/RELEASE}
 * @param origin where it comes from, in words
 */
public record Kernel(String release, Path image, Path modules, String origin) {}
