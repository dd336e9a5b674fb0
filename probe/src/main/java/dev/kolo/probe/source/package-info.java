/**
 * Where facts come from: this host, hosts over ssh, and files in whatever wrapping people send them. Everything that opens
 * files or asks hosts is here; what the texts mean is the business of {@code dev.kolo.probe.read}. Start reading at
 * {@link dev.kolo.probe.source.Observer}.
 */
@NullMarked
package dev.kolo.probe.source;

import org.jspecify.annotations.NullMarked;
