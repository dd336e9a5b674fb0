package dev.kolo.probe.nccl.read;

import dev.kolo.fabric.facts.Evidence;
import dev.kolo.probe.nccl.ChannelPlan;
import dev.kolo.probe.nccl.Effect;
import dev.kolo.probe.nccl.QueuePair;
import dev.kolo.probe.nccl.Stage;
import dev.kolo.probe.nccl.read.NcclEvent.Nothing;
import dev.kolo.probe.nccl.read.NcclEvent.Numbered;
import dev.kolo.probe.read.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The formats of NCCL's lines, 2.27 to 2.32, each in one place: from the text behind {@code NCCL INFO} to what it says.
 * What fails has its formats in {@link FailureFormats}. Nothing here throws for what a line says.
 */
public final class NcclFormats {
    private static final String SET_BY = " set by environment to ";
    private static final String SET = " set to ";
    private static final int MAX_VALUE = 2000;
    private static final int MAX_HEAD = 400;

    private NcclFormats() {}

    /**
     * Reads a line.
     *
     * @param body the text behind NCCL's mark, or a whole line that has none
     * @param isWarning whether the mark said so
     * @param isMarked false for lines that NCCL did not mark; prose must not pass for one of NCCL's
     */
    public static NcclEvent read(String body, boolean isWarning, boolean isMarked) {
        if (body.isEmpty()) {
            return Nothing.HERE;
        }
        NcclEvent event = isMarked ? marked(body) : unmarked(body);
        return event instanceof Nothing ? FailureFormats.read(body, isWarning, isMarked) : event;
    }

    private static NcclEvent marked(String body) {
        return switch (body.charAt(0)) {
            case 'C' -> channelOrConnected(body);
            case 'R' -> body.startsWith("Ring ") ? place(body) : Nothing.HERE;
            case 'N' -> variableOrNet(body);
            case 'T' ->
                body.startsWith("Trees [")
                        ? TreeFormats.read(body)
                        : patched(body).or(() -> plugin(body)).orElse(Nothing.HERE);
            case 'P', 'S' -> patched(body).or(() -> plugin(body)).orElse(Nothing.HERE);
            case 'B' -> bootstrap(body);
            case 'U' ->
                body.startsWith("Using network ")
                        ? new NcclEvent.Network(body.substring(14).strip())
                        : Nothing.HERE;
            case 'A' -> assigned(body);
            case 'n', 'c' -> communicator(body);
            default -> Character.isDigit(body.charAt(0)) ? channelCount(body) : Nothing.HERE;
        };
    }

    private static NcclEvent unmarked(String body) {
        int binding = body.indexOf("using nccl==");
        if (binding >= 0) {
            return new NcclEvent.EngineVersion(version(body.substring(binding + 12)));
        }
        if (body.startsWith("NET/IB") || body.startsWith("NCCL version ") || body.startsWith("NCCL git version ")) {
            return variableOrNet(body);
        }
        return Nothing.HERE;
    }

    // Lines that begin with N: versions, variables, NET/IB, NET/Plugin

    private static NcclEvent variableOrNet(String body) {
        if (body.startsWith("NET/IB")) {
            return ib(body);
        }
        if (body.startsWith("NCCL version ")) {
            return new NcclEvent.Version(version(body.substring(13)));
        }
        if (body.startsWith("NCCL git version ")) {
            return new NcclEvent.Build(cut(body.substring(17).strip()));
        }
        if (body.startsWith("NCCL_")) {
            return variable(body);
        }
        return plugin(body).orElse(Nothing.HERE);
    }

    /** "NCCL_IB_GID_INDEX set by environment to 3." and "NCCL_IB_HCA set to roce". */
    private static NcclEvent variable(String body) {
        int by = body.indexOf(SET_BY);
        int at = by > 0 ? by : body.indexOf(SET);
        String name = at > 0 ? body.substring(0, at) : "";
        if (at <= 0 || name.indexOf(' ') >= 0) {
            return Nothing.HERE;
        }
        String value =
                body.substring(at + (by > 0 ? SET_BY.length() : SET.length())).strip();
        boolean dotted = by > 0 && value.endsWith(".");
        return new NcclEvent.Variable(name, cut(dotted ? value.substring(0, value.length() - 1) : value));
    }

    private static NcclEvent ib(String body) {
        String text = body.substring(6).stripLeading();
        if (text.startsWith(": ") || text.startsWith(":")) {
            text = text.substring(1).stripLeading();
        }
        if (text.startsWith("Using ")) {
            return ports(text);
        }
        if (text.startsWith("No device found")) {
            return new NcclEvent.NoIbDevice();
        }
        if (text.startsWith("Made virtual device ")) {
            return madeDevice(text);
        }
        if (text.startsWith("[") && text.contains(" provider=")) {
            return onePort(text);
        }
        int override = text.indexOf("overriding dev ");
        if (override >= 0) {
            return overridden(text.substring(override + 15));
        }
        if (text.startsWith("ListenerRouting") && text.contains("advertised=")) {
            OptionalInt advertised = valueOf(text, "advertised=");
            return advertised.isPresent()
                    ? new NcclEvent.Advertised(advertised.getAsInt(), valueOf(text, "observed="))
                    : Nothing.HERE;
        }
        return text.contains("IbDev ") ? pair(text) : Nothing.HERE;
    }

    /** "Using [0]rocep1s0f1:1/RoCE [1]roceP2p1s0f1:1:0/RoCE [RO]; OOB enp1s0f1np1:10.100.216.2&lt;0&gt;". */
    private static NcclEvent ports(String text) {
        int oob = text.indexOf("OOB ");
        List<Numbered> found = new ArrayList<>();
        for (String word : Words.of(oob < 0 ? text : text.substring(0, oob))) {
            numbered(word).ifPresent(found::add);
        }
        Optional<String> outOfBand = oob < 0 ? Optional.empty() : address(text.substring(oob + 4));
        return new NcclEvent.Ports(found, outOfBand);
    }

    /** "[0]rocep1s0f1:1/RoCE": number, name, port and whatever follows it, link layer. */
    private static Optional<Numbered> numbered(String word) {
        int close = word.indexOf(']');
        OptionalInt index = word.startsWith("[") && close > 1 ? number(word.substring(1, close)) : OptionalInt.empty();
        String rest = close < 0 ? "" : word.substring(close + 1);
        if (index.isEmpty() || rest.isEmpty()) {
            return Optional.empty();
        }
        int slash = rest.lastIndexOf('/');
        String layer = slash < 0 ? "" : rest.substring(slash + 1);
        String[] fields = (slash < 0 ? rest : rest.substring(0, slash)).split(":", -1);
        int port = fields.length > 1 ? number(fields[1]).orElse(0) : 0;
        return Optional.of(new Numbered(index.getAsInt(), fields[0], port, layer));
    }

    /** "[0] rocep1s0f0:uverbs0:1/RoCE provider=mlx5 speed=200000 …". */
    private static NcclEvent onePort(String text) {
        List<String> words = Words.of(text);
        String joined = words.get(0) + (words.size() > 1 && words.get(0).endsWith("]") ? words.get(1) : "");
        String[] fields = joined.split(":", -1);
        String plain = fields.length == 3 ? fields[0] + ":" + fields[2] : joined;
        return numbered(plain)
                .<NcclEvent>map(n -> new NcclEvent.Ports(List.of(n), Optional.empty()))
                .orElse(Nothing.HERE);
    }

    /** "Made virtual device [4] name=rocep1s0f0+rocep1s0f1 speed=400000 ndevs=2 rail=-1". */
    private static NcclEvent madeDevice(String text) {
        int open = text.indexOf('[');
        int close = text.indexOf(']');
        int name = text.indexOf("name=");
        OptionalInt index = open > 0 && close > open ? number(text.substring(open + 1, close)) : OptionalInt.empty();
        return index.isEmpty() || name < 0
                ? Nothing.HERE
                : new NcclEvent.MadeDevice(
                        new Numbered(index.getAsInt(), cut(Words.first(text.substring(name + 5))), 0, ""));
    }

    /** "2 with dev 0" and, from patched libraries, "3 with dev 2 preserving PCI root pci0002:00". */
    private static NcclEvent overridden(String text) {
        List<String> words = Words.of(head(text));
        if (words.size() < 4 || !words.get(1).equals("with")) {
            return Nothing.HERE;
        }
        OptionalInt from = number(words.get(0));
        OptionalInt to = number(words.get(3));
        return from.isEmpty() || to.isEmpty()
                ? Nothing.HERE
                : new NcclEvent.Overridden(from.getAsInt(), to.getAsInt(), Words.after(words, "root"));
    }

    /**
     * "ncclIbConnect: NCCL Dev 2 IbDev 0 Port 1 qp_num 4711 mtu 5 GID 3 (0/A000A0AFFFF0000) ctsFifoRkey=0x…"; 2.28 has no
     * function and says qpn. Both halves of the GID are printed as this machine's numbers, so their bytes are turned round.
     */
    private static NcclEvent pair(String text) {
        List<String> words = Words.of(head(text));
        OptionalInt device = after(words, words.contains("MergedDev") ? "MergedDev" : "Dev");
        OptionalInt ibDevice = after(words, "IbDev");
        OptionalInt port = after(words, "Port");
        OptionalInt mtu = after(words, "mtu");
        if (device.isEmpty() || ibDevice.isEmpty() || mtu.isEmpty()) {
            return Nothing.HERE;
        }
        int number = after(words, "qp_num").orElseGet(() -> after(words, "qpn").orElse(0));
        QueuePair.Role role = text.contains("Accept")
                ? QueuePair.Role.RECEIVES
                : text.contains("Connect") ? QueuePair.Role.SENDS : QueuePair.Role.UNKNOWN;
        return new NcclEvent.Paired(new QueuePair(
                role,
                device.getAsInt(),
                ibDevice.getAsInt(),
                port.orElse(0),
                number,
                mtu.getAsInt(),
                after(words, "GID").orElse(-1),
                LogGids.ofHalves(text),
                Evidence.NONE));
    }

    // Channels, rings, what is connected

    private static NcclEvent channelOrConnected(String body) {
        if (body.startsWith("Channel ")) {
            return body.indexOf("->") > 0 ? plan(body) : order(body);
        }
        if (body.startsWith("Connected all rings")) {
            return new NcclEvent.Reached(Stage.RINGS_CONNECTED);
        }
        if (body.startsWith("Connected all trees")) {
            return new NcclEvent.Reached(Stage.TREES_CONNECTED);
        }
        return Nothing.HERE;
    }

    /** "Channel 02/0 : 0[0] -> 1[0] [send] via NET/IB/2(3)/GDRDMA(PCI)/Shared". */
    private static NcclEvent plan(String body) {
        int via = body.indexOf(" via NET/");
        List<String> words = Words.of(via < 0 ? "" : body.substring(0, via));
        if (words.size() < 6 || !words.get(2).equals(":")) {
            return Nothing.HERE;
        }
        String[] channel = words.get(1).split("/", -1);
        OptionalInt number = number(channel[0]);
        OptionalInt from = number(beforeBracket(words.get(3)));
        OptionalInt to = number(beforeBracket(words.get(5)));
        String[] path = Words.first(body.substring(via + 9)).split("/", -1);
        if (number.isEmpty() || from.isEmpty() || to.isEmpty() || path.length < 2) {
            return Nothing.HERE;
        }
        int open = path[1].indexOf('(');
        OptionalInt device = number(open < 0 ? path[1] : path[1].substring(0, open));
        OptionalInt proxy = open < 0
                ? OptionalInt.empty()
                : number(path[1].substring(open + 1).replace(")", ""));
        int connection = channel.length > 1 ? number(channel[1]).orElse(0) : 0;
        return device.isEmpty()
                ? Nothing.HERE
                : new NcclEvent.Planned(new ChannelPlan(
                        number.getAsInt(),
                        connection,
                        from.getAsInt(),
                        to.getAsInt(),
                        body.indexOf("[send]") > 0,
                        path[0],
                        device.getAsInt(),
                        proxy,
                        OptionalInt.empty(),
                        Evidence.NONE));
    }

    private static String beforeBracket(String word) {
        int open = word.indexOf('[');
        return open < 0 ? word : word.substring(0, open);
    }

    /** "Channel 02/04 : 0 1 2 3". */
    private static NcclEvent order(String body) {
        List<String> words = Words.of(cut(body));
        if (words.size() < 4 || !words.get(2).equals(":")) {
            return Nothing.HERE;
        }
        String[] channel = words.get(1).split("/", -1);
        OptionalInt number = number(channel[0]);
        OptionalInt count = channel.length > 1 ? number(channel[1]) : OptionalInt.empty();
        List<Integer> ranks = new ArrayList<>();
        for (String word : words.subList(3, words.size())) {
            OptionalInt rank = number(word);
            if (rank.isEmpty()) {
                return Nothing.HERE;
            }
            ranks.add(rank.getAsInt());
        }
        return number.isEmpty() ? Nothing.HERE : new NcclEvent.Order(number.getAsInt(), count.orElse(0), ranks);
    }

    /** "Ring 00 : 3 -> 0 -> 1". */
    private static NcclEvent place(String body) {
        List<String> words = Words.of(body);
        if (words.size() != 8 || !words.get(2).equals(":")) {
            return Nothing.HERE;
        }
        OptionalInt channel = number(words.get(1));
        OptionalInt previous = number(words.get(3));
        OptionalInt rank = number(words.get(5));
        OptionalInt next = number(words.get(7));
        return channel.isEmpty() || previous.isEmpty() || rank.isEmpty() || next.isEmpty()
                ? Nothing.HERE
                : new NcclEvent.Place(channel.getAsInt(), previous.getAsInt(), rank.getAsInt(), next.getAsInt());
    }

    /** "4 coll channels, 4 collnet channels, 0 nvls channels, …". */
    private static NcclEvent channelCount(String body) {
        int at = body.indexOf(" coll channels");
        OptionalInt count = at < 0 ? OptionalInt.empty() : number(body.substring(0, at));
        return count.isEmpty() ? Nothing.HERE : new NcclEvent.ChannelCount(count.getAsInt());
    }

    /** What only patched builds print. */
    private static Optional<NcclEvent> patched(String body) {
        if (body.startsWith("Tree transport setup disabled")) {
            return Optional.of(new NcclEvent.Patched(Effect.TREE_DISABLED));
        }
        if (body.startsWith("PAT transport setup disabled")) {
            return Optional.of(new NcclEvent.Patched(Effect.PAT_DISABLED));
        }
        return body.startsWith("SWITCHLESS: skipping ncclTransportTreeConnect")
                ? Optional.of(new NcclEvent.Patched(Effect.TREE_SKIPPED))
                : Optional.empty();
    }

    // Networks and communicators

    /** "Bootstrap : Using enP7s7:10.0.0.2&lt;0&gt;" and "Bootstrap: Using …". */
    private static NcclEvent bootstrap(String body) {
        int using = body.startsWith("Bootstrap") ? body.indexOf("Using ") : -1;
        return using < 0
                ? Nothing.HERE
                : address(body.substring(using + 6))
                        .<NcclEvent>map(NcclEvent.OutOfBand::new)
                        .orElse(Nothing.HERE);
    }

    /** "enp1s0f1np1:10.100.216.2&lt;0&gt;" without its port. */
    private static Optional<String> address(String text) {
        String word = Words.first(text);
        int end = word.indexOf('<');
        String value = end > 0 ? word.substring(0, end) : word;
        return value.indexOf(':') > 0 ? Optional.of(cut(value)) : Optional.empty();
    }

    /** "Assigned NET plugin IB to comm". */
    private static NcclEvent assigned(String body) {
        int end = body.indexOf(" to comm");
        return body.startsWith("Assigned NET plugin ") && end > 20
                ? new NcclEvent.Network(cut(body.substring(20, end)))
                : Nothing.HERE;
    }

    /** "NET/Plugin: Loaded net plugin IBext_v10 (v10)", "Successfully loaded external network plugin PATH". */
    private static Optional<NcclEvent> plugin(String body) {
        int loaded = body.indexOf("Loaded net plugin ");
        if (loaded >= 0) {
            return Optional.of(new NcclEvent.Plugin(cut(Words.first(body.substring(loaded + 18)))));
        }
        return body.startsWith("Successfully loaded external network plugin ")
                ? Optional.of(new NcclEvent.Plugin(cut(Words.first(body.substring(44)))))
                : Optional.empty();
    }

    /** "ncclCommInitRank comm 0x.. rank r nranks n … commId 0x.. - Init START", "comm 0x.. rank r nRanks n nNodes …". */
    private static NcclEvent communicator(String body) {
        int at = body.startsWith("comm ") ? 0 : body.startsWith("ncclComm") ? body.indexOf("comm 0x") : -1;
        if (at < 0) {
            return Nothing.HERE;
        }
        List<String> words = Words.of(head(body.substring(at)));
        OptionalInt rank = after(words, "rank");
        OptionalInt count = after(words, "nranks");
        OptionalInt planned = after(words, "nRanks");
        if (rank.isEmpty() || count.isEmpty() && planned.isEmpty()) {
            return Nothing.HERE;
        }
        Optional<Stage> stage = body.endsWith("Init START")
                ? Optional.of(Stage.COMM_STARTED)
                : body.endsWith("Init COMPLETE")
                        ? Optional.of(Stage.COMPLETE)
                        : body.endsWith("Destroy COMPLETE") || body.endsWith("Abort COMPLETE")
                                ? Optional.of(Stage.CLOSED)
                                : words.contains("nNodes") ? Optional.of(Stage.PLANNED) : Optional.empty();
        return new NcclEvent.InComm(
                stage,
                cut(words.get(1)),
                rank.getAsInt(),
                count.orElseGet(planned::getAsInt),
                after(words, "nNodes").orElse(0),
                Words.after(words, "commId").map(NcclFormats::cut).orElse(""));
    }

    // Words and numbers

    /** "2.30.7+cuda13.2" without the quotes and brackets that people put behind it. */
    static String version(String text) {
        int end = 0;
        while (end < text.length()
                && end < 64
                && (Character.isLetterOrDigit(text.charAt(end)) || "+.-".indexOf(text.charAt(end)) >= 0)) {
            end++;
        }
        return text.substring(0, end);
    }

    /** As much of a line as a format of few words can fill. */
    private static String head(String text) {
        return text.length() > MAX_HEAD ? text.substring(0, MAX_HEAD) : text;
    }

    static String cut(String text) {
        return text.length() > MAX_VALUE ? text.substring(0, MAX_VALUE) : text;
    }

    static OptionalInt number(String word) {
        return Words.number(word);
    }

    /** The number after a word. */
    static OptionalInt after(List<String> words, String key) {
        return Words.after(words, key).map(NcclFormats::number).orElse(OptionalInt.empty());
    }

    /** The number behind "key=". */
    static OptionalInt valueOf(String text, String key) {
        int at = text.indexOf(key);
        int end = at + key.length();
        while (at >= 0 && end < text.length() && Character.isDigit(text.charAt(end))) {
            end++;
        }
        return at < 0 ? OptionalInt.empty() : number(text.substring(at + key.length(), end));
    }
}
