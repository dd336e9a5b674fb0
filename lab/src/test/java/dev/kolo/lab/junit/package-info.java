/** The JUnit extension that gives a test class a lab, for every module whose tests want real kernels. */
@NullMarked
package dev.kolo.lab.junit;

import org.jspecify.annotations.NullMarked;
