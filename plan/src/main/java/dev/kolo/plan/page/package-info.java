/** The page of a plan: the drawn ring, paths, queues, lanes, environment and proofs in one file that needs nothing else. */
@NullMarked
package dev.kolo.plan.page;

import org.jspecify.annotations.NullMarked;
