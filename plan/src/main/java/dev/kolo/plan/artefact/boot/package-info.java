/** systemd units: what up.sh does vanishes at a reboot, and is done again before any engine starts. */
@NullMarked
package dev.kolo.plan.artefact.boot;

import org.jspecify.annotations.NullMarked;
