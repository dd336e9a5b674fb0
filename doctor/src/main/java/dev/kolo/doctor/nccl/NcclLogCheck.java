package dev.kolo.doctor.nccl;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Findings;
import java.util.List;

/** All checks on NCCL's logs, causes before consequences. */
public final class NcclLogCheck implements Check {
    private static final List<LogCheck> CHECKS = List.of(
            new LibraryCheck(),
            new DuplicateLibraryCheck(),
            new PatchCheck(),
            new ConfFileCheck(),
            new NetworkCheck(),
            new SwitchlessCheck(),
            new ChannelCheck(),
            new LandingCheck(),
            new MemoryCheck(),
            new TreeCheck(),
            new ConnectCheck(),
            new CompletionCheck(),
            new OtherErrorCheck(),
            new RankLateCheck(),
            new RoutingLinesCheck());

    @Override
    public void examine(Context context, Findings out) {
        LogView view = new LogView(context);
        CHECKS.forEach(check -> check.examine(view, out));
    }
}
