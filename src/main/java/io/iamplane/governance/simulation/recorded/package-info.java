/** Recorded decisions as questions that can be asked again. */
@NullMarked
package io.iamplane.governance.simulation.recorded;

import org.jspecify.annotations.NullMarked;
