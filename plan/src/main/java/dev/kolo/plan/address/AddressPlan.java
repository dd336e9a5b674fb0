package dev.kolo.plan.address;

import dev.kolo.fabric.address.Subnet;
import java.util.List;
import java.util.Optional;

/**
 * The addresses of all links.
 *
 * @param links one entry a link, along the cables, by plane
 * @param pool where new ones came from; absent when all were kept
 * @param linkPrefixLength prefix length of new networks
 * @param comparedPrefixLength the length for NCCL_IB_SUBNET_PREFIX_LEN: the ends of every link match under it, no two links do
 */
public record AddressPlan(
        List<LinkAddress> links, Optional<Subnet> pool, int linkPrefixLength, int comparedPrefixLength) {
    public AddressPlan {
        links = List.copyOf(links);
    }
}
