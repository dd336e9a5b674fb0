package dev.kolo.probe.read.format.stated;

import dev.kolo.fabric.facts.Remark;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.format.rdma.RdmaWords;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Names;
import dev.kolo.probe.read.text.Words;
import java.util.List;
import java.util.OptionalInt;

/** Lines of engines that name a device with its GID index or its path MTU. */
public final class EngineLogReader implements FormatReader {
    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.text();
        Claim claim = Claim.NO;
        int roce = text.indexOf(" roce: ");
        if (roce >= 0) {
            claim = roceLine(Words.of(text.substring(roce + 7)), line, scope);
        } else if (text.strip().startsWith("member ") && text.contains("gid index ")) {
            claim = resolver(line.words(), line, scope);
        }
        if (claim == Claim.READ) {
            scope.understood("engine log");
        }
        return claim;
    }

    /** "rocep1s0f0 GID 3 (10.41.13.1), MTU enum 3, 2 queue pairs". */
    private static Claim roceLine(List<String> words, Line line, Scope scope) {
        if (words.size() < 4 || !words.get(1).equals("GID")) {
            return Claim.NO;
        }
        if (Words.number(words.get(2)).isPresent()) {
            scope.remark(Remark.Kind.GID_INDEX_STATED, words.get(0) + ":" + words.get(2), line.evidence());
        }
        int mtu = words.indexOf("enum");
        if (mtu > 0 && mtu + 1 < words.size()) {
            OptionalInt value = Words.number(words.get(mtu + 1).replace(",", ""));
            OptionalInt bytes = value.isPresent() ? RdmaWords.mtuOfEnum(value.getAsInt()) : OptionalInt.empty();
            bytes.ifPresent(b -> scope.remark(Remark.Kind.PATH_MTU, Integer.toString(b), line.evidence()));
        }
        return Claim.READ;
    }

    /** "member rocep1s0f1:1 -> RoCEv2 gid index 3 (via match-ip 10.100.216.2)". */
    private static Claim resolver(List<String> words, Line line, Scope scope) {
        String device = words.get(1);
        int colon = device.indexOf(':');
        device = colon > 0 ? device.substring(0, colon) : device;
        int index = words.indexOf("index");
        if (!Names.isHostLike(device)
                || index + 1 >= words.size()
                || Words.number(words.get(index + 1)).isEmpty()) {
            return Claim.NO;
        }
        scope.remark(Remark.Kind.GID_INDEX_STATED, device + ":" + words.get(index + 1), line.evidence());
        return Claim.READ;
    }
}
