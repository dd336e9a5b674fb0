package dev.kolo.probe.read;

import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.StatedCable;
import dev.kolo.probe.read.format.Claim;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What one text turned out to be: its formats, its troubles, how many of its lines somebody took. */
final class TextReport {
    /** Lines of facts kept from one text; a whole probe output has about two thousand. */
    private static final int MAX_FACT_LINES = 300_000;

    /** Troubles of one input that are worth showing. */
    private static final int MAX_PROBLEMS = 50;

    /** No text about real machines describes more cables. */
    private static final int MAX_CABLES = 4096;

    private final String file;
    private final Set<String> kinds = new LinkedHashSet<>();
    private final List<StatedCable> cables = new ArrayList<>();
    private final List<Inventory> inventories = new ArrayList<>();
    private final List<ReadResult.Problem> problems = new ArrayList<>();
    private Optional<String> refusal = Optional.empty();
    private long byteCount;
    private int factLines;
    private int claimedLines;
    private int unclaimedLines;
    private String strangeJson = "";

    TextReport(String file) {
        this.file = file;
    }

    void refused(Optional<String> why) {
        refusal = why;
    }

    void byteCount(long bytes) {
        byteCount = bytes;
    }

    void understood(String kind) {
        kinds.add(kind);
    }

    void cable(StatedCable cable) {
        if (cables.size() < MAX_CABLES) {
            cables.add(cable);
        }
    }

    void inventory(Inventory inventory) {
        inventories.add(inventory);
        inventory.statedCables().forEach(this::cable);
    }

    void problem(int line, String what) {
        if (problems.size() < MAX_PROBLEMS) {
            problems.add(new ReadResult.Problem(file, line, what));
        }
    }

    /** Counts a line that somebody took; false when nobody did. */
    boolean count(Claim claim) {
        if (!claim.isMine()) {
            return false;
        }
        claimedLines++;
        if (claim == Claim.READ && ++factLines == MAX_FACT_LINES) {
            problem(0, "more than " + MAX_FACT_LINES + " lines of facts; the rest of the text was not read");
        }
        return true;
    }

    void unclaimed() {
        unclaimedLines++;
    }

    /** True when no more facts are taken from this text. */
    boolean isFull() {
        return factLines >= MAX_FACT_LINES;
    }

    /** Lines that somebody took so far. */
    int claimedLines() {
        return claimedLines;
    }

    /** JSON of which nothing could be used: what was the matter with it, in case nothing else of the text is understood. */
    void strangeJson(boolean whole) {
        strangeJson = whole
                ? "it is JSON, but of no kind that Kolo reads"
                : "it is JSON that was cut off before anything in it could be used";
    }

    int unclaimedLines() {
        return unclaimedLines;
    }

    Set<String> kinds() {
        return kinds;
    }

    List<StatedCable> cables() {
        return cables;
    }

    /** Inventories that stood in the text ready-made. */
    List<Inventory> inventories() {
        return inventories;
    }

    List<ReadResult.Problem> problems() {
        return problems;
    }

    /** Why nothing was understood, for a text without any kind. */
    String reason() {
        if (refusal.isPresent()) {
            return refusal.get();
        }
        if (byteCount == 0) {
            return "it is empty";
        }
        if (unclaimedLines == 0 && !strangeJson.isEmpty()) {
            return strangeJson;
        }
        return unclaimedLines == 0
                ? "it holds no text"
                : "none of its " + unclaimedLines + (unclaimedLines == 1 ? " line" : " lines")
                        + " has the form of anything that Kolo reads";
    }
}
