package dev.kolo.sim.run;

import dev.kolo.sim.check.BitsCheck;
import dev.kolo.sim.check.CausalityCheck;

/**
 * One session of a run: what its ranks have in common. A restart begins another.
 *
 * @param number 0, then 1 after a restart
 * @param data the bytes of its calls
 * @param causality who has called what
 * @param bits results that must be alike
 */
record Session(int number, CallData data, CausalityCheck causality, BitsCheck bits) {}
