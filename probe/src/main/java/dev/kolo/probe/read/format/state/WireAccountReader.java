package dev.kolo.probe.read.format.state;

import dev.kolo.fabric.facts.Remark;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Line;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The line that each rank of Kolo's wire prints when it ends, wherever in a log it stands. */
public final class WireAccountReader implements FormatReader {
    private static final String MARK = "kolo wire: rank ";
    private static final Pattern ACCOUNT =
            Pattern.compile("rank ([0-9]{1,2}) of ([0-9]{1,2}), session ([0-9a-f]{1,32}) over"
                    + " [^:]{1,40}: ([0-9,]{1,25}) operations, .*late waits ([0-9,]{1,25}), stale flags ([0-9,]{1,25}), .*?"
                    + "(not poisoned|poisoned: .*)");

    @Override
    public Claim begin(Line line, Scope scope) {
        int at = line.body().indexOf(MARK);
        if (at < 0) {
            return Claim.NO;
        }
        Matcher account = ACCOUNT.matcher(line.body().substring(at + "kolo wire: ".length()));
        if (!account.find()) {
            return Claim.NO;
        }
        String failure = account.group(7);
        scope.remark(
                Remark.Kind.WIRE_ACCOUNT,
                String.join(
                        " ",
                        account.group(1),
                        account.group(2),
                        account.group(3),
                        plain(account.group(4)),
                        plain(account.group(5)),
                        plain(account.group(6)),
                        failure.equals("not poisoned") ? "-" : failure.substring("poisoned: ".length())),
                line.evidence());
        scope.understood("account lines of the wire");
        return Claim.READ;
    }

    private static String plain(String number) {
        return number.replace(",", "");
    }
}
