/**
 * What NCCL's logs tell, as records: one {@link dev.kolo.probe.nccl.RankLog} a process, put together from any number of
 * files and streams. Everything in here was printed by NCCL or its engine; nothing is judged. The reader is in {@code
 * read}.
 */
@NullMarked
package dev.kolo.probe.nccl;

import org.jspecify.annotations.NullMarked;
