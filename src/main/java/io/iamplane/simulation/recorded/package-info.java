/** Recorded decisions as questions that can be asked again. */
@NullMarked
package io.iamplane.simulation.recorded;

import org.jspecify.annotations.NullMarked;
