package dev.kolo.cli.wire;

import dev.kolo.cli.Console;
import dev.kolo.cli.KoloException;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.lab.LabException;
import dev.kolo.lab.RunningLab;
import dev.kolo.lab.layout.LabHost;
import dev.kolo.lab.life.GuestJava;
import dev.kolo.lab.state.LabHome;
import dev.kolo.page.text.Text;
import dev.kolo.remote.process.ProcessRunner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One rank on each host of a lab that is up; they meet in its management network. */
final class LabSite implements RankSite {
    private final RunningLab lab;
    private final Console console;
    private List<String> java = List.of();

    private LabSite(RunningLab lab, Console console) {
        this.lab = lab;
        this.console = console;
    }

    /** The lab of a name; refused when none is up. */
    static LabSite open(Console console, String name) {
        try (ProcessRunner processes = new ProcessRunner()) {
            return new LabSite(RunningLab.open(LabHome.of(console.environment()), name, processes), console);
        } catch (LabException refused) {
            throw KoloException.refused(Text.quoteLines(refused.sentence()) + ".");
        } catch (IOException trouble) {
            throw KoloException.failure("the lab could not be read (" + Text.quote(trouble.toString()) + ").");
        }
    }

    private List<LabHost> hosts() {
        return lab.layout().hosts();
    }

    int size() {
        return hosts().size();
    }

    /** Whether its hosts form a ring in which some share no cable. */
    boolean isRingWithGaps() {
        return lab.layout().spec().shape() == Shape.Kind.RING && size() > 3;
    }

    /** How java starts in a guest; asked for when the first rank starts, for it may have to be prepared. */
    private List<String> java() {
        if (java.isEmpty()) {
            java = GuestJava.quickCommand(RankMain.class.getName(), recording -> {
                console.tell("Preparing quick starts of ranks in guests (once for this build and JDK).");
                return RankTraining.run(recording);
            });
        }
        return java;
    }

    @Override
    public List<String> command(int rank, List<String> jvm, List<String> arguments) {
        LabHost host = hosts().get(rank);
        List<String> words = new ArrayList<>(java());
        words.addAll(1, jvm);
        words.addAll(arguments);
        return lab.sshCommand(host.name(), words);
    }

    @Override
    public String host(int rank) {
        return hosts().get(rank).name();
    }

    @Override
    public Optional<String> ending(int rank, int status, String told) {
        return RankSite.endingOverSsh(status);
    }

    @Override
    public String rendezvous() {
        return hosts().getFirst().managementAddress() + ":0";
    }
}
