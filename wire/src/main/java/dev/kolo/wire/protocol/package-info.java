/**
 * Steps, flags, credits, proofs and failure of one rank, as state machines that are told the time. The rules that they keep
 * are numbered in docs/wire.md.
 */
@NullMarked
package dev.kolo.wire.protocol;

import org.jspecify.annotations.NullMarked;
