package dev.kolo.fabric.topology;

import dev.kolo.fabric.address.Guid;
import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.facts.RdmaDevice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Groups a host's functions by card. One system image GUID is one card, however many devices show it (a Spark's one
 * ConnectX-7 shows four). Without a GUID, functions of one bus and device number in different domains are the halves of
 * one card, as on a Spark.
 */
final class CardFinder {
    private CardFinder() {}

    /**
     * The card index of each draft: the card with the most functions first, then by lowest PCI address. So a small NIC
     * that only one host has does not take number 0 from the fabric card.
     */
    static Map<FunctionFinder.Draft, Integer> cardsOf(List<FunctionFinder.Draft> drafts) {
        Map<String, TreeSet<String>> guidsOfSlot = new HashMap<>();
        for (FunctionFinder.Draft draft : drafts) {
            guidOf(draft)
                    .ifPresent(guid -> guidsOfSlot
                            .computeIfAbsent(slotOf(draft), s -> new TreeSet<>())
                            .add(guid));
        }
        Map<String, List<FunctionFinder.Draft>> groups = new LinkedHashMap<>();
        for (FunctionFinder.Draft draft : drafts) {
            TreeSet<String> guids = guidsOfSlot.getOrDefault(slotOf(draft), new TreeSet<>());
            String key = guidOf(draft).orElse(guids.size() == 1 ? guids.first() : "slot " + slotOf(draft));
            groups.computeIfAbsent(key, k -> new ArrayList<>()).add(draft);
        }
        List<List<FunctionFinder.Draft>> ordered = new ArrayList<>(groups.values());
        ordered.sort(Comparator.comparingInt((List<FunctionFinder.Draft> card) -> -card.size())
                .thenComparingLong(CardFinder::lowest));
        Map<FunctionFinder.Draft, Integer> cards = new HashMap<>();
        for (int i = 0; i < ordered.size(); i++) {
            for (FunctionFinder.Draft draft : ordered.get(i)) {
                cards.put(draft, i);
            }
        }
        return cards;
    }

    private static Optional<String> guidOf(FunctionFinder.Draft draft) {
        return draft.device()
                .flatMap(RdmaDevice::systemImageGuid)
                .filter(g -> !g.isMadeFromMac() && g.bits() != 0)
                .map(Guid::toString);
    }

    private static String slotOf(FunctionFinder.Draft draft) {
        return draft.pci().map(p -> p.bus() + ":" + p.device()).orElse("?");
    }

    private static long lowest(List<FunctionFinder.Draft> drafts) {
        long lowest = Long.MAX_VALUE;
        for (FunctionFinder.Draft draft : drafts) {
            Optional<PciAddress> pci = draft.pci();
            if (pci.isPresent()) {
                PciAddress p = pci.get();
                lowest = Math.min(
                        lowest, ((long) p.domain() << 24) + (p.bus() << 16) + (p.device() << 8) + p.function());
            }
        }
        return lowest;
    }
}
