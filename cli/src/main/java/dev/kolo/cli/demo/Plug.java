package dev.kolo.cli.demo;

/**
 * One end of a virtual cable: a QSFP port of a host.
 *
 * @param host index of the host, 0 first
 * @param port 0 or 1
 */
public record Plug(int host, int port) {}
