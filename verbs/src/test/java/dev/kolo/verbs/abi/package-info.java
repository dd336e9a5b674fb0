@NullMarked
package dev.kolo.verbs.abi;

import org.jspecify.annotations.NullMarked;
