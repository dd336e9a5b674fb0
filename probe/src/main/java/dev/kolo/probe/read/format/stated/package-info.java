/** What people and libraries say in words: cables, jobs, tables, logs. */
@NullMarked
package dev.kolo.probe.read.format.stated;

import org.jspecify.annotations.NullMarked;
