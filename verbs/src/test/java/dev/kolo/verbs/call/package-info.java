@NullMarked
package dev.kolo.verbs.call;

import org.jspecify.annotations.NullMarked;
