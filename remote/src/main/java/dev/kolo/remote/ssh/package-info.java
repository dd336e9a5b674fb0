/**
 * Other hosts through the system's own ssh, so that the user's configuration, agent and known hosts count. Nothing here
 * weakens a check of host keys. Start reading at {@link dev.kolo.remote.ssh.Ssh}.
 */
@NullMarked
package dev.kolo.remote.ssh;

import org.jspecify.annotations.NullMarked;
