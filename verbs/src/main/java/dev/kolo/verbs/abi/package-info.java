/**
 * What libibverbs looks like in memory and in numbers: layouts, constants, and the words for its numbers. Nothing here calls
 * anything.
 */
@NullMarked
package dev.kolo.verbs.abi;

import org.jspecify.annotations.NullMarked;
