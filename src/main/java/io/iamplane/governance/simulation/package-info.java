/** Simulates a change of the policy on recorded decisions, without making it. */
@NullMarked
package io.iamplane.governance.simulation;

import org.jspecify.annotations.NullMarked;
