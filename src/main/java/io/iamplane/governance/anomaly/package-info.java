/** Signals of unusual activity. */
@NullMarked
package io.iamplane.governance.anomaly;

import org.jspecify.annotations.NullMarked;
