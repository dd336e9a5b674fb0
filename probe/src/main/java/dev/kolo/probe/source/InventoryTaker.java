package dev.kolo.probe.source;

import dev.kolo.fabric.codec.Decoded;
import dev.kolo.fabric.codec.InventoryJson;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.probe.read.InventoryReader;
import dev.kolo.probe.read.SourceText;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reads texts into an inventory: those that are one, and all others line by line. What Kolo wrote for people is no fact. */
public final class InventoryTaker implements TextTaker {
    /** What the first bytes of a page or a note of Kolo contain; the facts that it was made from lie beside it. */
    public static final String OWN_MARK = "kolo-report/1";

    private static final int PEEK_BYTES = 4096;
    private static final int INVENTORY_LIMIT_BYTES = 256 << 20;

    private final InventoryReader reader;

    /** Reads into an inventory that the caller finishes. */
    public InventoryTaker(InventoryReader reader) {
        this.reader = reader;
    }

    @Override
    public void take(String name, Optional<String> folder, InputStream text) throws IOException {
        BufferedInputStream in = text instanceof BufferedInputStream already ? already : new BufferedInputStream(text);
        in.mark(PEEK_BYTES);
        byte[] head = in.readNBytes(PEEK_BYTES);
        in.reset();
        if (isOwn(head)) {
            return;
        }
        if (looksLikeInventory(head)) {
            inventory(name, in);
        } else {
            reader.add(folder.map(f -> SourceText.inFolder(name, f, in)).orElseGet(() -> SourceText.loose(name, in)));
        }
    }

    private static boolean isOwn(byte[] head) {
        String start = new String(head, StandardCharsets.ISO_8859_1);
        return start.startsWith(OWN_MARK) || start.startsWith("<!DOCTYPE html>") && start.contains(OWN_MARK);
    }

    @Override
    public void refuse(String name, String reason) {
        reader.refuse(name, reason);
    }

    private static boolean looksLikeInventory(byte[] head) {
        String start = new String(head, charset(head)).replace("\uFEFF", "").stripLeading();
        return start.startsWith("{") && start.contains("\"kolo.inventory/");
    }

    /** UTF-8, or UTF-16 where a mark says so, as a redirection in PowerShell writes it. */
    private static Charset charset(byte[] head) {
        int mark = head.length < 2 ? 0 : (head[0] & 255) << 8 | head[1] & 255;
        return mark == 0xfeff || mark == 0xfffe ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8;
    }

    /**
     * An inventory as such is read whole, since one of many hosts is larger than any single tool's JSON. The reader finds
     * those that stand inside other texts.
     */
    private void inventory(String name, InputStream in) throws IOException {
        byte[] bytes = in.readNBytes(INVENTORY_LIMIT_BYTES + 1);
        if (bytes.length > INVENTORY_LIMIT_BYTES) {
            reader.refuse(name, "an inventory of more than " + (INVENTORY_LIMIT_BYTES >> 20) + " MiB is not read");
            return;
        }
        switch (InventoryJson.read(new String(bytes, charset(bytes)))) {
            case Decoded.Whole<Inventory>(Inventory inventory) -> reader.add(name, inventory);
            case Decoded.Cut<Inventory>(Inventory inventory, int line, String message) -> {
                reader.add(name, inventory);
                reader.problem(name, line, message);
            }
            case Decoded.Refused<Inventory>(int line, String message) ->
                reader.refuse(name, (line > 0 ? "line " + line + ": " : "") + message);
        }
    }
}
