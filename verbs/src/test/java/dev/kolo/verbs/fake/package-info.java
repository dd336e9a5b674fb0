@NullMarked
package dev.kolo.verbs.fake;

import org.jspecify.annotations.NullMarked;
