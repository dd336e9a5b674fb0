@NullMarked
package dev.kolo.verbs.bench;

import org.jspecify.annotations.NullMarked;
