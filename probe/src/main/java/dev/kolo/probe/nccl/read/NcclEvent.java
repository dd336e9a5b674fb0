package dev.kolo.probe.nccl.read;

import dev.kolo.fabric.address.Gid;
import dev.kolo.probe.nccl.ChannelPlan;
import dev.kolo.probe.nccl.Effect;
import dev.kolo.probe.nccl.QueuePair;
import dev.kolo.probe.nccl.Stage;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** What one line of NCCL says. */
public sealed interface NcclEvent {
    /** A line that says nothing that is kept. */
    record Nothing() implements NcclEvent {
        static final Nothing HERE = new Nothing();
    }

    /** The library's version, e.g. {@code 2.30.7+cuda13.2}. */
    record Version(String value) implements NcclEvent {}

    /** Branch and hash of the library's source. */
    record Build(String value) implements NcclEvent {}

    /** The version that an engine's binding found. */
    record EngineVersion(String value) implements NcclEvent {}

    /** A variable that was read. */
    record Variable(String name, String value) implements NcclEvent {}

    /** Netdev and address of the bootstrap. */
    record OutOfBand(String value) implements NcclEvent {}

    /** The network in use. */
    record Network(String name) implements NcclEvent {}

    /** An external network plugin was loaded. */
    record Plugin(String name) implements NcclEvent {}

    /** No RDMA device matched. */
    record NoIbDevice() implements NcclEvent {}

    /** The list of RDMA ports in use, and what stands beside it. */
    record Ports(List<Numbered> ports, Optional<String> outOfBand) implements NcclEvent {}

    /** A device that NCCL made of one or more ports. */
    record MadeDevice(Numbered device) implements NcclEvent {}

    /**
     * A device with its number.
     *
     * @param index its number
     * @param name RDMA device name
     * @param port RDMA port; 0 when not said
     * @param linkLayer RoCE or IB; empty when not said
     */
    record Numbered(int index, String name, int port, String linkLayer) {}

    /** What a patched listener advertised. */
    record Advertised(int advertised, OptionalInt observed) implements NcclEvent {}

    /** Routing exchanged a device. */
    record Overridden(int from, int to, Optional<String> keptRoot) implements NcclEvent {}

    /** The order of a channel. */
    record Order(int channel, int channels, List<Integer> ranks) implements NcclEvent {}

    /** A rank's place on a channel. */
    record Place(int channel, int previous, int rank, int next) implements NcclEvent {}

    /** A rank's places in the trees, without evidence. */
    record InTrees(List<dev.kolo.probe.nccl.TreePlace> places) implements NcclEvent {}

    /** A channel is planned over a device; evidence is filled in by the collector. */
    record Planned(ChannelPlan plan) implements NcclEvent {}

    /** A queue pair was made; evidence is filled in by the collector. */
    record Paired(QueuePair pair) implements NcclEvent {}

    /** How many channels a communicator has. */
    record ChannelCount(int collective) implements NcclEvent {}

    /** A patched build shows itself. */
    record Patched(Effect effect) implements NcclEvent {}

    /**
     * {@code ibv_modify_qp} failed.
     *
     * @param attempt number of the retry that follows, 0 when none does
     * @param attemptLimit how many calls NCCL makes at most, when said
     * @param sleepMillis time slept before the retry
     */
    record ModifyFailed(
            int errno,
            String words,
            String device,
            int port,
            String step,
            OptionalInt gidIndex,
            Optional<Gid> local,
            Optional<Gid> remote,
            int attempt,
            OptionalInt attemptLimit,
            long sleepMillis)
            implements NcclEvent {}

    /** A work completion came back with an error. */
    record BadCompletion(
            String peer,
            int status,
            String statusName,
            String opcode,
            OptionalLong vendorError,
            Optional<Gid> local,
            Optional<Gid> remote,
            String device)
            implements NcclEvent {}

    /** Memory could not be registered; the call's name. */
    record MemoryFailed(String call) implements NcclEvent {}

    /** A second copy of the library was found in the process. */
    record Duplicate(String text) implements NcclEvent {}

    /** The connecting of trees is named in a trace. */
    record TreeFailed(String text) implements NcclEvent {}

    /** A communicator's line that names the process's rank in it. */
    record InComm(Optional<Stage> stage, String pointer, int rank, int rankCount, int nodeCount, String id)
            implements NcclEvent {}

    /** {@code init.cc:126 -> 5}: an error on its way up through NCCL's functions. */
    record Unwound(String place) implements NcclEvent {}

    /** Something was reached. */
    record Reached(Stage stage) implements NcclEvent {}

    /** A warning or error that nothing else covers. */
    record Trouble(String text) implements NcclEvent {}
}
