/** Questions to the policy that are saved with the answers that they should get. */
@NullMarked
package io.iamplane.governance.simulation.probe;

import org.jspecify.annotations.NullMarked;
