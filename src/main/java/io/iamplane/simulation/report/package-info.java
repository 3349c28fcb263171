/** Counts and groups differences between decisions. */
@NullMarked
package io.iamplane.simulation.report;

import org.jspecify.annotations.NullMarked;
