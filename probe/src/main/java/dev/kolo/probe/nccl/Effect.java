package dev.kolo.probe.nccl;

/** Lines that only patched builds of NCCL print: the proof that a variable which stock builds ignore has an effect. */
public enum Effect {
    /** {@code Tree transport setup disabled by NCCL_SWITCHLESS_RING_ONLY}. */
    TREE_DISABLED,
    /** {@code PAT transport setup disabled by NCCL_SWITCHLESS_RING_ONLY}. */
    PAT_DISABLED,
    /** {@code SWITCHLESS: skipping ncclTransportTreeConnect}. */
    TREE_SKIPPED,
    /** {@code NET/IB ListenerRouting … advertised=N}. */
    LISTENER_ROUTING
}
