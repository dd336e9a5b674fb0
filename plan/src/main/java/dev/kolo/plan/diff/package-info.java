/** What stands between a plan and what the hosts show now: missing, wrong, foreign and orphaned objects. */
@NullMarked
package dev.kolo.plan.diff;

import org.jspecify.annotations.NullMarked;
