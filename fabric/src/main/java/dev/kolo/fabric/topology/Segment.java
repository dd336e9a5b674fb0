package dev.kolo.fabric.topology;

import java.util.List;

/**
 * Functions of three or more hosts that reach each other through a switch (or claim to, by one subnet).
 *
 * @param name the subnet, or a made-up name when MACs alone show it
 * @param members functions in order
 * @param basis how it is known
 */
public record Segment(String name, List<FunctionId> members, Link.Basis basis) {
    public Segment {
        members = List.copyOf(members);
    }

    /** The hosts that take part, each once, in order. */
    public List<String> hosts() {
        return members.stream().map(FunctionId::host).distinct().toList();
    }
}
