/** What {@code kolo logs} shows: tables, JSON, and the facts that a plan adds. Nothing here reads or judges a log. */
@NullMarked
package dev.kolo.cli.logs;

import org.jspecify.annotations.NullMarked;
