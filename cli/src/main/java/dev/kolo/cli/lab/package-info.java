/**
 * The verb {@code kolo lab}, one class a subcommand; what they do is in module {@code lab}. Start reading at
 * {@link dev.kolo.cli.lab.LabCommand}.
 */
@NullMarked
package dev.kolo.cli.lab;

import org.jspecify.annotations.NullMarked;
