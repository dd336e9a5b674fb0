/** The verbs NIC on the real kernels of a lab: what it must keep, how it fails, and programs that measure it by hand. */
@NullMarked
package dev.kolo.cli.lab.verbs;

import org.jspecify.annotations.NullMarked;
