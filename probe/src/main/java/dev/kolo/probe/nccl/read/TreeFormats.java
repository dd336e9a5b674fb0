package dev.kolo.probe.nccl.read;

import dev.kolo.fabric.facts.Evidence;
import dev.kolo.probe.nccl.TreePlace;
import dev.kolo.probe.read.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** The format of tree lines: {@code Trees [0] 1/-1/-1->0->-1 [1] -1/-1/-1->0->1}. */
final class TreeFormats {
    private static final int MAX_CHANNELS = 64;

    private TreeFormats() {}

    static NcclEvent read(String body) {
        List<String> words = Words.of(NcclFormats.cut(body));
        List<TreePlace> places = new ArrayList<>();
        for (int i = 1; i + 1 < words.size() && places.size() < MAX_CHANNELS; i += 2) {
            String channel = words.get(i);
            String[] parts = words.get(i + 1).split("->", -1);
            if (!channel.startsWith("[") || !channel.endsWith("]") || parts.length != 3) {
                break;
            }
            OptionalInt number = NcclFormats.number(channel.substring(1, channel.length() - 1));
            OptionalInt rank = NcclFormats.number(parts[1]);
            if (number.isEmpty() || rank.isEmpty()) {
                break;
            }
            List<Integer> peers = new ArrayList<>();
            for (String peer : (parts[2] + "/" + parts[0]).split("/", -1)) {
                NcclFormats.number(peer).ifPresent(peers::add);
            }
            places.add(new TreePlace(number.getAsInt(), rank.getAsInt(), peers, Evidence.NONE));
        }
        return places.isEmpty() ? NcclEvent.Nothing.HERE : new NcclEvent.InTrees(places);
    }
}
