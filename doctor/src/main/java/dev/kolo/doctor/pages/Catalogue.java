package dev.kolo.doctor.pages;

import dev.kolo.fabric.finding.Code;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The pages of all codes, in the order of the codes. */
public final class Catalogue {
    private static final Map<Code, Page> PAGES = collect();

    private Catalogue() {}

    private static Map<Code, Page> collect() {
        List<Page> all = new ArrayList<>();
        all.addAll(HostPages.all());
        all.addAll(CablePages.all());
        all.addAll(ShapePages.all());
        all.addAll(AddressPages.all());
        all.addAll(PrefixPages.all());
        all.addAll(RocePages.all());
        all.addAll(GidPages.all());
        all.addAll(DriftPages.all());
        all.addAll(PlanePages.all());
        all.addAll(ControlPages.all());
        all.addAll(NcclPages.all());
        all.addAll(NcclErrorPages.all());
        all.addAll(PairingPages.all());
        all.addAll(PlanPages.all());
        all.addAll(RelayPages.all());
        all.addAll(RelayedPathPages.all());
        all.addAll(HostStatePages.all());
        all.addAll(WirePages.all());
        all.addAll(ChangePages.all());
        Map<Code, Page> pages = new EnumMap<>(Code.class);
        for (Page page : all) {
            if (pages.put(page.code(), page) != null) {
                throw new IllegalStateException("two pages for " + page.code());
            }
        }
        return pages;
    }

    /** The page of a code; empty only for a code whose page is still to be written. */
    public static Optional<Page> page(Code code) {
        return Optional.ofNullable(PAGES.get(code));
    }

    /** All pages in the order of their codes: causes before consequences. */
    public static List<Page> all() {
        return List.copyOf(PAGES.values());
    }

    /** The code of a name in any case, with dashes or blanks for underscores; empty for anything else. */
    public static Optional<Code> code(String name) {
        String wanted = plain(name);
        return Arrays.stream(Code.values()).filter(c -> c.name().equals(wanted)).findFirst();
    }

    /** The codes whose names come nearest to a name, nearest first: what a mistyped code may have meant. */
    public static List<Code> nearest(String name, int count) {
        String wanted = plain(name);
        return Arrays.stream(Code.values())
                .sorted(Comparator.comparingInt((Code c) -> distance(wanted, c.name()))
                        .thenComparing(c -> c))
                .limit(count)
                .toList();
    }

    private static String plain(String name) {
        String cut = name.length() > 60 ? name.substring(0, 60) : name;
        return cut.trim().toUpperCase(Locale.ROOT).replace('-', '_').replace(' ', '_');
    }

    /** Edits between two names; a name that is part of the other is near. */
    private static int distance(String wanted, String name) {
        if (!wanted.isEmpty() && name.contains(wanted)) {
            return 0;
        }
        int[] row = new int[name.length() + 1];
        for (int j = 0; j <= name.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= wanted.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= name.length(); j++) {
                int cost = wanted.charAt(i - 1) == name.charAt(j - 1) ? 0 : 1;
                int best = Math.min(Math.min(row[j] + 1, row[j - 1] + 1), diagonal + cost);
                diagonal = row[j];
                row[j] = best;
            }
        }
        return row[name.length()];
    }
}
