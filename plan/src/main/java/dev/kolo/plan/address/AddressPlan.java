package dev.kolo.plan.address;

import dev.kolo.fabric.address.Subnet;
import java.util.List;

/**
 * The addresses of all links and switched segments.
 *
 * @param links one entry a link, along the cables, by plane
 * @param segments one entry a switched plane
 * @param pools where new ones came from: one for all planes, or one a plane; none when all were kept
 * @param linkPrefixLength prefix length of new networks
 * @param comparedPrefixLength the length for NCCL_IB_SUBNET_PREFIX_LEN: the ends of every link match under it, no two links do
 */
public record AddressPlan(
        List<LinkAddress> links,
        List<SegmentAddress> segments,
        List<Subnet> pools,
        int linkPrefixLength,
        int comparedPrefixLength) {
    public AddressPlan {
        segments = List.copyOf(segments);
        pools = List.copyOf(pools);
        links = List.copyOf(links);
    }
}
