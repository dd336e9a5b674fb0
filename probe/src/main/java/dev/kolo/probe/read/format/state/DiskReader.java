package dev.kolo.probe.read.format.state;

import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Words;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/** {@code df}, in blocks or for people, and messages that there is no room left. */
public final class DiskReader implements FormatReader {
    private static final String NO_ROOM = "No space left on device";
    private static final Set<String> NO_DISKS =
            Set.of("tmpfs", "devtmpfs", "udev", "overlay", "shm", "efivarfs", "none", "squashfs", "ramfs");
    private static final int MOST_MESSAGE = 120;

    private long blockBytes;
    private boolean forPeople;
    private boolean inTable;

    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.body();
        int room = text.indexOf(NO_ROOM);
        if (room >= 0) {
            String message = text.length() > MOST_MESSAGE
                    ? text.substring(Math.max(0, room + NO_ROOM.length() - MOST_MESSAGE), room + NO_ROOM.length())
                    : text;
            scope.remark(Remark.Kind.DISK_FULL, message, line.evidence());
            scope.understood("disk messages");
            return Claim.READ;
        }
        if (!text.startsWith("Filesystem ") || !text.contains("Use%") && !text.contains("Capacity")) {
            return Claim.NO;
        }
        forPeople = text.contains(" Size ");
        blockBytes = text.contains("1M-blocks") ? 1L << 20 : text.contains("1G-blocks") ? 1L << 30 : 1024;
        inTable = true;
        scope.facts().observe(Topic.DISKS, Observation.PARTIAL);
        scope.understood("df");
        return Claim.READ;
    }

    @Override
    public Claim proceed(Line line, Scope scope) {
        Claim claim = begin(line, scope);
        if (claim.isMine() || !inTable) {
            return claim;
        }
        List<String> words = line.words();
        int use = words.size() - 2;
        if (use < 4 || !words.get(use).endsWith("%") && !words.get(use).equals("-")) {
            return Claim.NO;
        }
        OptionalLong kib = kibibytes(words.get(use - 1));
        OptionalLong size = kibibytes(words.get(use - 3));
        String system = words.get(0);
        String percent = words.get(use).replace("%", "");
        boolean isDisk = !NO_DISKS.contains(system) && !system.startsWith("/dev/loop");
        if (isDisk
                && kib.isPresent()
                && size.isPresent()
                && Words.number(percent).isPresent()) {
            scope.remark(
                    Remark.Kind.FILE_SYSTEM,
                    kib.getAsLong() + " " + percent + " " + size.getAsLong() + " " + words.get(use + 1),
                    line.evidence());
        }
        return Claim.READ;
    }

    /** Kibibytes of "123456", "12G", "1.5T". */
    private OptionalLong kibibytes(String word) {
        if (!forPeople) {
            OptionalLong blocks = Words.longNumber(word);
            return blocks.isPresent() ? OptionalLong.of(blocks.getAsLong() * (blockBytes / 1024)) : blocks;
        }
        if (!word.matches("[0-9]{1,4}(\\.[0-9])?[BKMGTP]?i?")) {
            return OptionalLong.empty();
        }
        int end = 0;
        while (end < word.length() && (Character.isDigit(word.charAt(end)) || word.charAt(end) == '.')) {
            end++;
        }
        double number = Double.parseDouble(word.substring(0, end));
        int unit = end < word.length() ? "BKMGTP".indexOf(word.charAt(end)) : 0;
        return OptionalLong.of((long) (number * Math.pow(1024, unit - 1)));
    }

    @Override
    public void endBlock(Scope scope, boolean whole) {
        inTable = false;
    }
}
