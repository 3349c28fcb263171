/** Speed and size: what they are, for {@code docs/benchmarks.md}, and the bounds that must hold. */
@NullMarked
package io.iamplane.decision.engine.bench;

import org.jspecify.annotations.NullMarked;
