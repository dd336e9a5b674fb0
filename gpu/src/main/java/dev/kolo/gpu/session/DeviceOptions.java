package dev.kolo.gpu.session;

import dev.kolo.gpu.layout.DevicePath;
import dev.kolo.wire.session.TransportOffer;
import java.util.Optional;

/**
 * What a device session is asked for, alike on all ranks but for the last.
 *
 * @param path where the peers are
 * @param limitBytes largest block that goes over the wire, whole pages
 * @param terms bounds of the kernels' waits
 * @param proxyWorkers threads of the proxy, 1, 2, 4 or 8; unused without a proxy, and one where it has a NIC
 * @param nic what makes the NIC of {@link DevicePath#PROXY_NIC}; empty for the other paths
 * @param spoilsTrial makes this rank's trial differ: for trying what becomes of it
 */
public record DeviceOptions(
        DevicePath path,
        long limitBytes,
        DeviceTerms terms,
        int proxyWorkers,
        Optional<TransportOffer> nic,
        boolean spoilsTrial) {}
