/** Decision counts, folded by time, and the metrics read from them. */
@NullMarked
package io.iamplane.metrics.decision;

import org.jspecify.annotations.NullMarked;
