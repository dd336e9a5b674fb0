@NullMarked
package dev.kolo.verbs.live;

import org.jspecify.annotations.NullMarked;
