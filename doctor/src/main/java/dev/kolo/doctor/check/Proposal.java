package dev.kolo.doctor.check;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.fabric.topology.Link;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Proposes addresses that nothing in the inventory uses: one /24 a link, ends .1 and .2, out of the first free 10.x.0.0/16.
 * A fix that names the address to set is worth more than one that says "choose another".
 */
public final class Proposal {
    private static final int FIRST_BLOCK = 41;
    private static final int LINKS_A_BLOCK = 256;
    private static final int MAX_WRITTEN = 4;

    private final Set<Integer> usedBlocks = new HashSet<>();

    public Proposal(Context context) {
        context.inventory().hosts().stream()
                .flatMap(h -> h.netdevs().stream())
                .flatMap(n -> n.addresses().stream())
                .forEach(this::use);
    }

    private void use(NetAddress address) {
        address.ipv4().filter(a -> a.bits() >>> 24 == 10).ifPresent(a -> usedBlocks.add(a.bits() >>> 16 & 255));
        boolean wide = address.subnet().filter(s -> s.prefixLength() < 16).isPresent();
        if (wide) {
            Subnet subnet = address.subnet().orElseThrow();
            for (int block = 0; block < 256; block++) {
                if (subnet.contains(Ipv4Address.of(10, block, 0, 0))) {
                    usedBlocks.add(block);
                }
            }
        }
    }

    /** The two addresses of each link, as text; the first few written out. Empty text when no block is free. */
    public String text(List<Link> links) {
        List<String> parts = new ArrayList<>();
        List<Integer> blocks = freeBlocks((links.size() + LINKS_A_BLOCK - 1) / LINKS_A_BLOCK);
        if (blocks.isEmpty()) {
            return "";
        }
        for (int i = 0; i < Math.min(links.size(), MAX_WRITTEN); i++) {
            int block = blocks.get(i / LINKS_A_BLOCK);
            Link link = links.get(i);
            parts.add(end(link.a(), block, i, 1) + " and " + end(link.b(), block, i, 2));
        }
        String more =
                links.size() > MAX_WRITTEN ? "; and so on, one /24 for each of the " + links.size() + " links" : "";
        return String.join("; ", parts) + more;
    }

    private static String end(FunctionId id, int block, int cable, int host) {
        return id + " " + Ipv4Address.of(10, block, cable % LINKS_A_BLOCK, host) + "/24";
    }

    private List<Integer> freeBlocks(int count) {
        List<Integer> free = new ArrayList<>();
        for (int block = FIRST_BLOCK; block < 255 && free.size() < count; block++) {
            if (!usedBlocks.contains(block)) {
                free.add(block);
            }
        }
        return free.size() == count ? free : List.of();
    }
}
