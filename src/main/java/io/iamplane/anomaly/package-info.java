/** Signals of unusual activity. */
@NullMarked
package io.iamplane.anomaly;

import org.jspecify.annotations.NullMarked;
