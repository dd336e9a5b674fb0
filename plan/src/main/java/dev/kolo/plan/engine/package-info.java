/** The environment that an engine needs on each rank, every line with its reason. */
@NullMarked
package dev.kolo.plan.engine;

import org.jspecify.annotations.NullMarked;
