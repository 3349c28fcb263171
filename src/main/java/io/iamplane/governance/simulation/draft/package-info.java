/** Changes of a policy that are thought of and not made. */
@NullMarked
package io.iamplane.governance.simulation.draft;

import org.jspecify.annotations.NullMarked;
