/** Charts for pages: bars side by side, and lanes of events. Each stands beside a table with the same figures. */
@NullMarked
package dev.kolo.page.chart;

import org.jspecify.annotations.NullMarked;
