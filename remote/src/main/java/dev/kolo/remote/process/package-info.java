/**
 * Local processes, bounded in every way: by a deadline in nanoseconds, by the size of their output, and by ending the whole
 * tree of a process that does not end by itself. Start reading at {@link dev.kolo.remote.process.ProcessRunner}.
 */
@NullMarked
package dev.kolo.remote.process;

import org.jspecify.annotations.NullMarked;
