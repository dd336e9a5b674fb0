@NullMarked
package dev.kolo.verbs.device;

import org.jspecify.annotations.NullMarked;
