/**
 * Reads NCCL's logs: bytes to lines ({@link dev.kolo.probe.nccl.read.LineScanner}), lines to what stands before and after
 * NCCL's mark ({@link dev.kolo.probe.nccl.read.LogLine}), that to events ({@link dev.kolo.probe.nccl.read.NcclFormats}, the
 * one place for the formats), events to ranks ({@link dev.kolo.probe.nccl.read.RankCollector}). The way in is {@link
 * dev.kolo.probe.nccl.read.NcclLogReader}.
 */
@NullMarked
package dev.kolo.probe.nccl.read;

import org.jspecify.annotations.NullMarked;
