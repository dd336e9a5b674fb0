package dev.kolo.doctor.nccl;

import dev.kolo.doctor.check.Findings;

/** One question about the ranks that logs show. Pure like any check. */
@FunctionalInterface
interface LogCheck {
    void examine(LogView view, Findings out);
}
