package dev.kolo.probe.read.format.stated;

import dev.kolo.fabric.facts.Remark;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Words;

/** Failed connections: "ssh: connect to host 192.168.2.2 port 22: Connection timed out". */
public final class ConnectReader implements FormatReader {
    private static final String SSH = "connect to host ";

    @Override
    public Claim begin(Line line, Scope scope) {
        int at = line.text().indexOf(SSH);
        if (at < 0) {
            return Claim.NO;
        }
        String rest = line.text().substring(at + SSH.length());
        String host = Words.first(rest);
        int colon = rest.indexOf(": ");
        if (host.isEmpty() || colon < 0 || rest.indexOf(" port ") < 0) {
            return Claim.NO;
        }
        scope.remark(Remark.Kind.CONNECT_FAILED, host, line.evidence());
        scope.understood("failed connection");
        return Claim.READ;
    }
}
