@NullMarked
package dev.kolo.verbs.nic;

import org.jspecify.annotations.NullMarked;
