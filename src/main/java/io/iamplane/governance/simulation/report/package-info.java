/** Counts and groups differences between decisions. */
@NullMarked
package io.iamplane.governance.simulation.report;

import org.jspecify.annotations.NullMarked;
