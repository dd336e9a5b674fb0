package dev.kolo.probe.read.format.host;

import dev.kolo.fabric.facts.Setting;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Words;
import java.util.List;

/** {@code /proc/net/snmp}: a row of names and a row of numbers for each protocol; only the forwarded datagrams matter. */
public final class SnmpReader implements FormatReader {
    private List<String> names = List.of();

    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.text();
        if (!text.startsWith("Ip: Forwarding ")) {
            return Claim.NO;
        }
        names = line.words();
        scope.understood("/proc/net/snmp");
        return Claim.KNOWN;
    }

    @Override
    public Claim proceed(Line line, Scope scope) {
        Claim claim = begin(line, scope);
        if (claim.isMine()) {
            return claim;
        }
        List<String> words = Words.of(line.text());
        int at = names.indexOf("ForwDatagrams");
        if (words.get(0).equals("Ip:") && at > 0 && words.size() == names.size()) {
            scope.setting("snmp.Ip.ForwDatagrams", words.get(at), Setting.Source.KERNEL, line.evidence());
            return Claim.READ;
        }
        return words.get(0).endsWith(":")
                        && line.text().length() > 20
                        && Character.isUpperCase(line.text().charAt(0))
                        && (words.get(0).startsWith("Icmp")
                                || words.get(0).startsWith("Tcp")
                                || words.get(0).startsWith("Udp"))
                ? Claim.KNOWN
                : Claim.NO;
    }

    @Override
    public void endBlock(Scope scope, boolean whole) {
        names = List.of();
    }
}
