package dev.kolo.probe.read.format.state;

import dev.kolo.fabric.address.IpAddress;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.DeviceWords;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Words;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What people record while a network configuration is applied: lines with a time in front ({@code t=0.98 …}) that show an
 * address gone and back, and messages that a change was taken back.
 */
public final class ChangeReader implements FormatReader {
    private OptionalInt startMillis = OptionalInt.empty();

    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.body();
        String words = text.toLowerCase(Locale.ROOT);
        boolean undone = words.endsWith("rolled back")
                && words.contains("failed")
                && (words.contains("netplan") || words.contains("fabric") || words.contains("network"));
        if (undone) {
            scope.remark(Remark.Kind.ROLLED_BACK, text, line.evidence());
            scope.understood("messages of a change");
            return Claim.READ;
        }
        return words.startsWith("t=") ? timed(line, scope) : Claim.NO;
    }

    private Claim timed(Line line, Scope scope) {
        List<String> words = line.words();
        OptionalInt millis = millis(words.get(0).substring(2));
        if (millis.isEmpty() || words.size() < 2) {
            return Claim.NO;
        }
        String text = line.body();
        boolean applied = text.contains("netplan apply") || text.contains("nmcli ") && text.contains(" up");
        boolean gone = text.endsWith("(empty)");
        if (applied || gone) {
            startMillis = startMillis.isPresent() ? startMillis : millis;
            scope.understood("times of a change");
            return Claim.READ;
        }
        int inet = words.indexOf("inet");
        String shown = Words.after(words, "inet").orElse("");
        int slash = shown.indexOf('/');
        Optional<IpAddress> address = IpAddress.parse(slash < 0 ? shown : shown.substring(0, slash));
        OptionalInt prefix = slash < 0 ? OptionalInt.empty() : Words.number(shown.substring(slash + 1));
        if (address.isEmpty() || inet < 2 || !DeviceWords.canBeNetdev(words.get(inet - 1))) {
            return Claim.NO;
        }
        if (prefix.isPresent()
                && prefix.getAsInt() <= (address.get() instanceof dev.kolo.fabric.address.Ipv4Address ? 32 : 128)) {
            scope.facts()
                    .netdev(words.get(inet - 1), line.evidence())
                    .address(NetAddress.live(address.get(), prefix.getAsInt(), line.evidence()));
            scope.facts().observe(Topic.ADDRESSES, Observation.PARTIAL);
        }
        if (startMillis.isEmpty()) {
            return Claim.READ;
        }
        int gap = Math.max(0, millis.getAsInt() - startMillis.getAsInt());
        scope.remark(Remark.Kind.ADDRESS_GAP, words.get(inet - 1) + " " + address.get() + " " + gap, line.evidence());
        startMillis = OptionalInt.empty();
        return Claim.READ;
    }

    private static OptionalInt millis(String seconds) {
        return seconds.matches("[0-9]{1,4}(\\.[0-9]{1,3})?")
                ? OptionalInt.of((int) Math.round(Double.parseDouble(seconds) * 1000))
                : OptionalInt.empty();
    }

    @Override
    public void endBlock(Scope scope, boolean whole) {
        startMillis = OptionalInt.empty();
    }
}
