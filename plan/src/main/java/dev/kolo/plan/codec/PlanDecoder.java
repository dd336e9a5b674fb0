package dev.kolo.plan.codec;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.codec.Cursor;
import dev.kolo.fabric.codec.DecodeException;
import dev.kolo.fabric.codec.FindingsJson;
import dev.kolo.fabric.lanes.DeviceRecord;
import dev.kolo.fabric.lanes.Lane;
import dev.kolo.fabric.lanes.LaneTable;
import dev.kolo.fabric.lanes.PairingResult;
import dev.kolo.fabric.lanes.PairingResult.RankPair;
import dev.kolo.fabric.lanes.RankRecord;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlanNames;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.PlannedLink;
import dev.kolo.plan.PlannedRecords;
import dev.kolo.plan.TransitRoute;
import dev.kolo.plan.address.AddressPlan;
import dev.kolo.plan.address.LinkAddress;
import dev.kolo.plan.address.SegmentAddress;
import dev.kolo.plan.proof.Proof;
import dev.kolo.plan.wire.WireSection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Decodes a plan. Names must be fit for scripts here, too: a plan is a document that anybody may hand over. */
final class PlanDecoder {
    static final String ADDRESS = "an IPv4 address";
    static final String SUBNET = "a network like 10.40.0.0/24";
    static final String MAC = "a MAC address";

    private final Cursor document;
    private final List<PlannedHost> hosts;
    private final Map<String, DeviceRecord> devices = new HashMap<>();

    PlanDecoder(Cursor document) {
        this.document = document;
        this.hosts = document.list("hosts", PlanDecoder::host);
        for (RankRecord record : PlannedRecords.of(hosts, false)) {
            record.devices().forEach(d -> devices.put(record.rank() + " " + d.name(), d));
        }
    }

    Plan plan() {
        List<LinkAddress> addresses = document.list("links", PlanDecoder::linkAddress);
        List<PlannedLink> links = new ArrayList<>();
        addresses.forEach(a -> links.add(new PlannedLink(a.a(), a.b(), a.plane(), Optional.of(a.subnet()))));
        Cursor pools = document.requiredChild("addresses");
        return new Plan(
                document.requiredParsed("shape", "a shape", Shape.Kind::ofWord),
                document.bool("invented").orElse(false),
                hosts,
                links,
                new AddressPlan(
                        addresses,
                        document.list("segments", PlanDecoder::segment),
                        subnets(pools, "pools"),
                        pools.requiredInteger("linkPrefixLength"),
                        pools.requiredInteger("comparedPrefixLength")),
                pairing(document.requiredChild("lanes")),
                wire(document.requiredChild("wire")),
                new RelayDecoder(hosts).section(document.requiredChild("relays")),
                EngineDecoder.section(document.requiredChild("engine")),
                document.list("transit", PlanDecoder::transit),
                document.list("proofs", PlanDecoder::proof),
                document.strings("notes"));
    }

    private static List<Subnet> subnets(Cursor cursor, String name) {
        List<Subnet> subnets = new ArrayList<>();
        for (String text : cursor.strings(name)) {
            subnets.add(Subnet.parse(text)
                    .orElseThrow(() -> new DecodeException(
                            cursor.object().at().line(), cursor.pathOf(name) + " holds " + text + ", not " + SUBNET)));
        }
        return subnets;
    }

    private static PlannedHost host(Cursor host) {
        return new PlannedHost(
                host.requiredParsed("name", "a host name fit for scripts", PlanNames::host),
                host.requiredInteger("rank"),
                host.list("functions", PlanDecoder::function),
                host.child("management")
                        .map(m -> new PlannedHost.Management(
                                m.requiredParsed("netdev", "a netdev name fit for scripts", PlanNames::netdev),
                                m.parsed("address", ADDRESS, Ipv4Address::parse))));
    }

    private static PlannedFunction function(Cursor function) {
        return new PlannedFunction(
                function.requiredParsed("netdev", "a netdev name fit for scripts", PlanNames::device),
                function.parsed("device", "a device name fit for scripts", PlanNames::device),
                function.parsed("mac", MAC, MacAddress::parse),
                function.parsed("address", ADDRESS, Ipv4Address::parse),
                function.integer("prefixLength"),
                function.requiredInteger("card"),
                function.requiredInteger("port"),
                function.requiredInteger("plane"),
                function.parsed("pci", "a PCI address", PciAddress::parse),
                function.bool("linked").orElse(false),
                function.bool("kept").orElse(false));
    }

    private static FunctionId end(Cursor end) {
        return new FunctionId(
                end.requiredParsed("host", "a host name fit for scripts", PlanNames::host),
                end.requiredParsed("netdev", "a netdev name fit for scripts", PlanNames::device));
    }

    private static LinkAddress linkAddress(Cursor link) {
        return new LinkAddress(
                end(link.requiredChild("a")),
                end(link.requiredChild("b")),
                link.requiredInteger("plane"),
                link.requiredParsed("subnet", SUBNET, Subnet::parse),
                link.requiredParsed("addressA", ADDRESS, Ipv4Address::parse),
                link.requiredParsed("addressB", ADDRESS, Ipv4Address::parse),
                link.bool("kept").orElse(false));
    }

    private static SegmentAddress segment(Cursor segment) {
        return new SegmentAddress(
                segment.requiredInteger("plane"),
                segment.requiredParsed("subnet", SUBNET, Subnet::parse),
                segment.list(
                        "members",
                        m -> new SegmentAddress.Member(
                                end(m),
                                m.requiredParsed("address", ADDRESS, Ipv4Address::parse),
                                m.bool("kept").orElse(false))));
    }

    private PairingResult pairing(Cursor lanes) {
        return switch (lanes.requiredString("pairing")) {
            case "every pair" ->
                new PairingResult.EveryPair(table(lanes), lanes.list("notices", FindingsJson::finding));
            case "neighbours only" -> neighboursOnly(lanes);
            case "refused" -> new PairingResult.Refused(FindingsJson.finding(lanes.requiredChild("refusal")));
            default ->
                throw new DecodeException(
                        lanes.object().at().line(),
                        lanes.pathOf("pairing") + " must be every pair, neighbours only or refused");
        };
    }

    /** The pairs without a lane are all those that have none: they are counted in the document, not listed. */
    private PairingResult neighboursOnly(Cursor lanes) {
        LaneTable table = table(lanes);
        Set<RankPair> paired = new HashSet<>();
        table.lanes().forEach(l -> paired.add(new RankPair(l.lowRank(), l.highRank())));
        List<RankPair> unpaired = new ArrayList<>();
        for (int low = 0; low < table.world(); low++) {
            for (int high = low + 1; high < table.world(); high++) {
                RankPair pair = new RankPair(low, high);
                if (!paired.contains(pair)) {
                    unpaired.add(pair);
                }
            }
        }
        return new PairingResult.NeighboursOnly(table, unpaired, lanes.list("notices", FindingsJson::finding));
    }

    private LaneTable table(Cursor table) {
        return new LaneTable(
                table.requiredInteger("world"), table.requiredInteger("lanesPerPeer"), table.list("table", this::lane));
    }

    private Lane lane(Cursor lane) {
        int low = lane.requiredInteger("low");
        int high = lane.requiredInteger("high");
        return new Lane(
                low,
                high,
                lane.requiredInteger("index"),
                device(lane, "lowDevice", low),
                device(lane, "highDevice", high),
                lane.requiredInteger("relays"));
    }

    private DeviceRecord device(Cursor lane, String field, int rank) {
        return lane.requiredParsed(
                field, "a linked device of rank " + rank, name -> Optional.ofNullable(devices.get(rank + " " + name)));
    }

    private WireSection wire(Cursor wire) {
        return new WireSection(
                table(wire),
                wire.list("groups", PlanDecoder::group),
                wire.list(
                        "devices",
                        d -> new WireSection.RankDevices(
                                d.requiredInteger("rank"),
                                d.requiredString("host"),
                                d.strings("wire"),
                                d.strings("nccl"))),
                wire.bool("keptApart").orElse(false),
                wire.requiredString("trade"),
                wire.limit("windowBytes"),
                wire.limit("chunkBytes"),
                wire.limit("operationBytes"));
    }

    private static WireSection.Group group(Cursor group) {
        return new WireSection.Group(
                group.requiredInteger("first"),
                group.requiredInteger("last"),
                group.bool("everyPair").orElse(false),
                group.list(
                        "schedules",
                        s -> new WireSection.Schedule(
                                s.requiredString("name"),
                                s.requiredLong("fromBytes"),
                                s.requiredLong("toBytes"),
                                s.requiredInteger("rounds"),
                                s.requiredString("reason"))),
                group.requiredString("said"));
    }

    private static TransitRoute transit(Cursor route) {
        return new TransitRoute(
                route.requiredParsed("host", "a host name fit for scripts", PlanNames::host),
                route.requiredParsed("destination", SUBNET, Subnet::parse),
                route.requiredParsed("via", ADDRESS, Ipv4Address::parse),
                route.requiredParsed("netdev", "a netdev name fit for scripts", PlanNames::netdev));
    }

    private static Proof proof(Cursor proof) {
        return new Proof(
                proof.requiredString("name"),
                proof.requiredString("checked"),
                proof.requiredInteger("cases"),
                proof.strings("failures"),
                proof.strings("notObserved"));
    }
}
