/** The mailbox's files, processes and sessions: what is around {@link dev.kolo.wire.mailbox.MailboxServer}. */
@NullMarked
package dev.kolo.wire.mailbox.run;

import org.jspecify.annotations.NullMarked;
