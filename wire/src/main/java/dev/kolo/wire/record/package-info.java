/**
 * What ranks tell each other before the first exchange, as bytes: the session's id, records with magic, version and
 * session id, and the code that proves knowledge of the token. Pure functions; a record that does not fit is refused with
 * the one cause that made it so.
 */
@NullMarked
package dev.kolo.wire.record;

import org.jspecify.annotations.NullMarked;
