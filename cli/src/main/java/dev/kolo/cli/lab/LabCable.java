package dev.kolo.cli.lab;

import dev.kolo.cli.ExitCode;
import dev.kolo.lab.cable.CableQuality;
import dev.kolo.lab.cable.LabCables;
import dev.kolo.page.text.Text;
import dev.kolo.remote.process.ProcessRunner;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code kolo lab cable}: cuts, mends, slows down cables of a running lab, or makes them lossy. */
@Command(
        name = "cable",
        description = {
            "Lists a lab's cables, or changes one while the lab runs.",
            "A plug is HOST:PORT, as spark2:0; a host may be given by its letter, A being the first one."
        },
        footer = {
            "",
            "Examples:",
            "  kolo lab cable                                        all cables",
            "  kolo lab cable cut spark2:0                           no carrier at either end, on all planes",
            "  kolo lab cable mend                                   all cables are whole again",
            "  kolo lab cable set A:0 --delay 5ms --loss 1%% --rate 100mbit",
            "  kolo lab cable clear A:0                              no delay, loss or limit any more"
        })
final class LabCable extends LabVerb {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "cut|mend|set|clear",
            description = "What to do. Default: list the cables.")
    private Optional<String> action = Optional.empty();

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "PLUG",
            description = "Either end of the cable; mend and clear without one mean all cables.")
    private Optional<String> plug = Optional.empty();

    @Option(names = "--delay", paramLabel = "TIME", description = "For set: each way, e.g. 5ms.")
    private Optional<String> delay = Optional.empty();

    @Option(names = "--loss", paramLabel = "SHARE", description = "For set: frames lost each way, e.g. 0.1%%.")
    private Optional<String> loss = Optional.empty();

    @Option(names = "--rate", paramLabel = "RATE", description = "For set: e.g. 100mbit.")
    private Optional<String> rate = Optional.empty();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before anything runs
    private CommandSpec spec;

    @Override
    int run(ProcessRunner processes) throws IOException, InterruptedException {
        if ((delay.isPresent() || loss.isPresent() || rate.isPresent()) && !action.equals(Optional.of("set"))) {
            throw new ParameterException(spec.commandLine(), "--delay, --loss and --rate stand with set.");
        }
        LabCables cables = new LabCables(open(processes));
        switch (action.orElse("list")) {
            case "list" -> print(cables);
            case "cut" -> cables.cut(wanted());
            case "mend" -> {
                if (plug.isPresent()) {
                    cables.mend(plug.get());
                } else {
                    cables.mendAll();
                }
            }
            case "set" -> cables.set(wanted(), quality());
            case "clear" -> clear(cables);
            default ->
                throw new ParameterException(
                        spec.commandLine(),
                        "A cable is cut, mended, set or cleared, not \"" + Text.quote(action.orElse("")) + "\".");
        }
        return ExitCode.FINE;
    }

    private String wanted() {
        return plug.orElseThrow(
                () -> new ParameterException(spec.commandLine(), "Name a plug of the cable, as in spark2:0."));
    }

    private CableQuality quality() {
        try {
            CableQuality quality = new CableQuality(delay, loss, rate);
            if (quality.isGood()) {
                throw new ParameterException(spec.commandLine(), "Give --delay, --loss or --rate.");
            }
            return quality;
        } catch (IllegalArgumentException unfit) {
            throw new ParameterException(spec.commandLine(), Text.quote(String.valueOf(unfit.getMessage())) + ".");
        }
    }

    private void clear(LabCables cables) throws IOException, InterruptedException {
        if (plug.isPresent()) {
            cables.set(plug.get(), CableQuality.GOOD);
            return;
        }
        for (LabCables.Listed cable : cables.list()) {
            if (!cable.quality().isGood()) {
                cables.set(cable.plugs().getFirst(), CableQuality.GOOD);
            }
        }
    }

    private void print(LabCables cables) throws IOException {
        for (LabCables.Listed cable : cables.list()) {
            String state = cable.cut() ? "cut" : "whole";
            String quality =
                    cable.quality().isGood() ? "" : ", " + cable.quality().words();
            console()
                    .out()
                    .println(Text.quote((cable.plugs().size() == 2
                                    ? String.join(" -- ", cable.plugs())
                                    : cable.plugs().getFirst() + " -- switch")
                            + "  " + state + quality));
        }
    }
}
