/** Memory: the bounds that must hold. Time is measured under {@code src/bench}. */
@NullMarked
package io.iamplane.decision.engine.footprint;

import org.jspecify.annotations.NullMarked;
