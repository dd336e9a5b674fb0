package dev.kolo.doctor.wire;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Context.LocatedRemark;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.finding.Code;
import dev.kolo.plan.Plan;
import dev.kolo.plan.wire.WireSection.RankDevices;
import java.util.ArrayList;
import java.util.List;

/** The account lines of the wire: a poisoned session, stale flags, late waits; and whether NCCL shares its functions. */
public final class WireAccountCheck implements Check {
    private static final int WORDS = 7;

    /** Below one wait in a hundred operations lateness is the ordinary scatter of ranks. */
    private static final long OPERATIONS_A_LATE_WAIT = 100;

    @Override
    public void examine(Context context, Findings out) {
        List<Account> accounts = new ArrayList<>();
        for (LocatedRemark remark : context.remarks(Remark.Kind.WIRE_ACCOUNT)) {
            String[] words = remark.value().split(" ", WORDS);
            if (words.length == WORDS && isNumber(words[3]) && isNumber(words[4]) && isNumber(words[5])) {
                accounts.add(new Account(
                        remark,
                        "rank " + words[0] + " of " + words[1] + ", session " + words[2],
                        Long.parseLong(words[3]),
                        Long.parseLong(words[4]),
                        Long.parseLong(words[5]),
                        words[6]));
            }
        }
        accounts.forEach(account -> judge(account, out));
        context.expectation().plan().filter(plan -> !accounts.isEmpty()).ifPresent(plan -> shared(plan, accounts, out));
    }

    private static boolean isNumber(String word) {
        return word.matches("[0-9]{1,18}");
    }

    private static void judge(Account account, Findings out) {
        if (!account.failure().equals("-")) {
            out.report(Code.WIRE_POISONED)
                    .at(account.remark().host(), account.who())
                    .seen(account.failure())
                    .wanted("a session that ends \"not poisoned\"")
                    .consequence("every later call of this session fails at once, and its outputs hold 0xFF")
                    .fix(
                            "look at the rank that the message names as the root first; then start a new session on every rank")
                    .evidence(account.remark().remark().evidence())
                    .add();
        }
        if (account.staleFlags() > 0) {
            out.report(Code.WIRE_STALE_FLAGS)
                    .at(account.remark().host(), account.who())
                    .seen(account.staleFlags() + " stale flags in " + account.operations() + " operations")
                    .wanted("0")
                    .consequence(
                            "a NIC delivered old inline words; none was accepted, and the lane stopped inlining, which costs"
                                    + " some time for each exchange")
                    .fix("nothing to repair in the data; report NIC, firmware and driver version with this line")
                    .evidence(account.remark().remark().evidence())
                    .add();
        }
        if (account.lateWaits() * OPERATIONS_A_LATE_WAIT > account.operations()) {
            out.report(Code.WIRE_LATE_WAITS)
                    .at(account.remark().host(), account.who())
                    .seen(account.lateWaits() + " late waits in " + account.operations() + " operations")
                    .wanted("ranks that arrive together")
                    .consequence(
                            "this rank waited for peers that came late; they computed longer, which no network mends")
                    .fix("compare clocks, power limits and load of the hosts; a busy core beside the engine is enough")
                    .evidence(account.remark().remark().evidence())
                    .add();
        }
    }

    private static void shared(Plan plan, List<Account> accounts, Findings out) {
        List<String> shared = new ArrayList<>();
        for (RankDevices rank : plan.wire().devices()) {
            List<String> both =
                    rank.wire().stream().filter(rank.nccl()::contains).toList();
            if (!both.isEmpty()) {
                shared.add(rank.host() + " " + String.join(" and ", both));
            }
        }
        if (!shared.isEmpty()) {
            out.report(Code.WIRE_SHARES_NCCL_FUNCTIONS)
                    .at("", "functions of wire and NCCL")
                    .seen(Phrase.few(shared, 4))
                    .wanted("known when figures are compared")
                    .consequence(
                            "in the published launches prompts were 1.5 to 2.2 % slower when both used the same functions;"
                                    + " NCCL on two functions alone is itself 8.5 % slower at prompts")
                    .fix("`kolo plan --keep-apart` gives each its own; measure both ways with your model")
                    .evidence(accounts.getFirst().remark().remark().evidence())
                    .add();
        }
    }

    /** One account line. */
    private record Account(
            LocatedRemark remark, String who, long operations, long lateWaits, long staleFlags, String failure) {}
}
