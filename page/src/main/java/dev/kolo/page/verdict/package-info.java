/** Findings as people read them: on a terminal, pasted into a thread, as cards of a page. */
@NullMarked
package dev.kolo.page.verdict;

import org.jspecify.annotations.NullMarked;
