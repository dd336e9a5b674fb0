package dev.kolo.plan.relay;

import dev.kolo.plan.Names;
import dev.kolo.plan.PlanRequest;
import dev.kolo.plan.PlanRequest.Backend;
import dev.kolo.plan.PlanRequest.RelayForm;
import dev.kolo.plan.PlanRequest.Relays;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** What an owner should know of a plan's relays, one sentence or two a matter. */
final class RelayNotes {
    private final RelaySection section;
    private final int need;
    private final PlanRequest request;
    private final RelayQueue queue;
    private final List<String> notes = new ArrayList<>();

    private RelayNotes(RelaySection section, int need, PlanRequest request, RelayQueue queue) {
        this.section = section;
        this.need = need;
        this.request = request;
        this.queue = queue;
    }

    static List<String> of(RelaySection section, int need, PlanRequest request, RelayQueue queue) {
        return new RelayNotes(section, need, request, queue).write();
    }

    private List<String> write() {
        notes.add("Relayed paths are " + RelaySection.LABEL
                + ", as the authors of the mechanism label it: try them before you rely on them.");
        reach();
        bounds();
        queueSize();
        if (section.form() == RelayForm.FLOW_LABEL) {
            notes.add("UDP source port " + RelayObject.PortMarker.RESERVED_PORT
                    + " is reserved: every RDMA packet that leaves by a marked device with it is tagged, whatever its"
                    + " destination. Only queue pairs to the opposite host may use flow label "
                    + RelayObject.PortMarker.FLOW_LABEL + ".");
        }
        return notes;
    }

    private void reach() {
        if (request.relays() instanceof Relays.Count(int count) && count > section.relays()) {
            notes.add("--relays " + count + " was asked for; " + section.relays() + " reach everyone, so that "
                    + section.relays() + " are planned.");
        }
        if (section.everyPair()) {
            return;
        }
        notes.add("Near hosts only: with " + section.relays() + " relay" + (section.relays() == 1 ? "" : "s")
                + " a host reaches those up to " + (section.relays() + 1) + " cables away; to reach everyone takes "
                + need
                + (need <= Relays.MOST
                        ? " (--relays " + need + ")."
                        : ", and frames count at most " + Relays.MOST + "."));
    }

    private void bounds() {
        String load = String.format(Locale.ROOT, "%.2f", section.worstLoad());
        section.operationBytes()
                .ifPresent(bytes -> notes.add("The fullest relay queue carries " + load
                        + " times one peer's payload, so that one operation may carry at most " + bytes
                        + " bytes per peer at queue size " + section.queueSize() + "."));
        double published = section.publishedBounds().stream()
                .mapToDouble(Bounds::worstLoad)
                .max()
                .orElse(0);
        if (published > section.worstLoad()) {
            notes.add(
                    "Opposite hosts alternate between both ways round, from pair to pair. Spread as published (one way"
                            + " a plane) the load would be " + String.format(Locale.ROOT, "%.2f", published)
                            + " and the bound "
                            + section.operationBytes(section.queueSize(), section.publishedBounds())
                                    .orElse(0)
                            + " bytes; at queue size " + RelaySection.BEST_QUEUE_SIZE + " it is "
                            + section.operationBytes(RelaySection.BEST_QUEUE_SIZE, section.bounds())
                                    .orElse(0) + " instead of "
                            + section.operationBytes(RelaySection.BEST_QUEUE_SIZE, section.publishedBounds())
                                    .orElse(0)
                            + ".");
        }
        section.windowBytes()
                .ifPresent(bytes -> notes.add("A relayed lane may have " + bytes
                        + " bytes in flight, so that ranks one operation apart still fit the queue"
                        + (bytes < Bounds.PACKET_BYTES ? "; that is less than one packet of the path MTU" : "")
                        + "."));
    }

    /** Functions through which frames are forwarded, and which devlink could not be told of. */
    private List<String> relayingWithoutPci() {
        Set<String> passed = new HashSet<>();
        for (RelayObject object : section.objects()) {
            switch (object) {
                case RelayObject.Filter f -> {
                    passed.add(f.host() + ":" + f.ingress());
                    passed.add(f.host() + ":" + f.egress());
                }
                case RelayObject.PairFilter f -> {
                    passed.add(f.host() + ":" + f.ingress());
                    passed.add(f.host() + ":" + f.egress());
                }
                case RelayObject.Route _, RelayObject.Neighbour _, RelayObject.Marker _, RelayObject.PortMarker _ -> {}
            }
        }
        return section.groups().stream()
                .flatMap(g -> g.group().members().stream())
                .flatMap(m -> Stream.concat(m.up().stream(), m.down().stream())
                        .filter(f -> f.pci().isEmpty())
                        .map(f -> m.host() + ":" + f.netdev()))
                .filter(passed::contains)
                .distinct()
                .toList();
    }

    private void queueSize() {
        if (request.backend() == Backend.KERNEL) {
            notes.add("The kernel backend has no hairpin queue. Bounds are counted as if it had "
                    + RelaySection.DEFAULT_QUEUE_SIZE + " entries; nothing better is known of its queues.");
            return;
        }
        if (!queue.known()) {
            notes.add("hairpin_queue_size was not observed on " + Names.few(queue.unseen()) + ": " + section.queueSize()
                    + " is assumed.");
        }
        List<String> withoutPci = relayingWithoutPci();
        if (!withoutPci.isEmpty()) {
            notes.add(
                    "No PCI address was observed of " + Names.few(withoutPci) + ": the scripts set and check no hairpin"
                            + " queue there. Add the output of `rdma link` and `ethtool -i NETDEV`, or run `kolo scan`.");
        }
        if (section.queueSize() >= RelaySection.BEST_QUEUE_SIZE) {
            return;
        }
        notes.add("At queue size " + section.queueSize() + " a burst beyond the bound overflows the queue: frames drop,"
                + " and the exchange takes 3 to 4 times as long. At " + RelaySection.BEST_QUEUE_SIZE
                + " the bound is "
                + section.operationBytes(RelaySection.BEST_QUEUE_SIZE, section.bounds())
                        .orElse(0)
                + " bytes per peer. Raise it with the engine stopped, on every relay: devlink dev param set pci/ADDRESS"
                + " name hairpin_queue_size value " + RelaySection.BEST_QUEUE_SIZE
                + " cmode driverinit; devlink dev reload pci/ADDRESS action driver_reinit. Then scan and plan again: a"
                + " plan made before is stale.");
    }
}
