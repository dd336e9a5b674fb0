/**
 * One quoting function for each kind of file that a plan renders (shell, YAML, systemd units, NetworkManager keyfiles,
 * environment files), and the check of names that come from outside.
 */
@NullMarked
package dev.kolo.plan.artefact.text;

import org.jspecify.annotations.NullMarked;
