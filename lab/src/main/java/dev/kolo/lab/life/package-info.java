/**
 * How a lab comes up and goes down. Start reading at {@link dev.kolo.lab.life.LabStarter}.
 */
@NullMarked
package dev.kolo.lab.life;

import org.jspecify.annotations.NullMarked;
