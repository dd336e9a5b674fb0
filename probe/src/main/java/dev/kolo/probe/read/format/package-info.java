/**
 * One reader a format: what ip, ibstat, ethtool, sysfs and people print, recognised by content. The interface is
 * {@link dev.kolo.probe.read.format.FormatReader}; the list of all of them is {@link dev.kolo.probe.read.format.Formats}.
 */
@NullMarked
package dev.kolo.probe.read.format;

import org.jspecify.annotations.NullMarked;
