package dev.kolo.cli.wire;

import dev.kolo.remote.ssh.Ssh;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Where the ranks of a verb run, and so how each is started and where they meet. */
interface RankSite {
    /** The command that starts a rank; what it says and hears goes through its standard streams. */
    List<String> command(int rank, List<String> jvm, List<String> arguments);

    /** Where rank 0 is to listen; a port 0 leaves the choice to the system. */
    String rendezvous();

    /** The machine of a rank, for messages. */
    default String host(int rank) {
        return RankHost.LOCALHOST;
    }

    /**
     * What is known of the end of a rank's process that the rank itself did not tell.
     *
     * @param status its exit status
     * @param told the last lines that came from there
     */
    default Optional<String> ending(int rank, int status, String told) {
        return Optional.empty();
    }

    /** What {@link #ending} can say of a rank that ssh started and that said nothing itself: all that ssh's own status tells. */
    static Optional<String> endingOverSsh(int status) {
        return status == Ssh.FAILED_STATUS
                ? Optional.of("a signal ended it there, or ssh lost the connection")
                : Optional.empty();
    }

    /** What every rank's JVM is told, wherever it runs. */
    List<String> JVM = List.of(
            "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xshare:auto", "-Xms64m", "--enable-native-access=ALL-UNNAMED");

    /** All ranks on this host. */
    RankSite THIS_HOST = new RankSite() {
        @Override
        public List<String> command(int rank, List<String> jvm, List<String> arguments) {
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString()));
            command.addAll(JVM);
            command.addAll(jvm);
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), RankMain.class.getName()));
            command.addAll(arguments);
            return command;
        }

        @Override
        public String rendezvous() {
            return "127.0.0.1:0";
        }
    };
}
