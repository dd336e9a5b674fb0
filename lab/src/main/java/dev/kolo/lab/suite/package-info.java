/**
 * Scripts run against a lab: the named suites and a user's own. Start reading at {@link dev.kolo.lab.suite.ScriptRun}.
 */
@NullMarked
package dev.kolo.lab.suite;

import org.jspecify.annotations.NullMarked;
