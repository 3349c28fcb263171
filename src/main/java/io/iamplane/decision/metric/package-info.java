/** Decision counts, folded by time, and the metrics read from them. */
@NullMarked
package io.iamplane.decision.metric;

import org.jspecify.annotations.NullMarked;
