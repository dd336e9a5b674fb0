package dev.kolo.gpu.session;

import dev.kolo.gpu.layout.DevicePath;

/**
 * What a device session is asked for, alike on all ranks but for the last.
 *
 * @param path where the peers are
 * @param limitBytes largest block that goes over the wire, whole pages
 * @param terms bounds of the kernels' waits
 * @param proxyWorkers threads of the proxy, 1, 2, 4 or 8; unused without a proxy
 * @param spoilsTrial makes this rank's trial differ: for trying what becomes of it
 */
public record DeviceOptions(
        DevicePath path, long limitBytes, DeviceTerms terms, int proxyWorkers, boolean spoilsTrial) {}
