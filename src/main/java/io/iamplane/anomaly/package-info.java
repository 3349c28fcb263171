/** Signals of use that is unlike what was usual. */
@NullMarked
package io.iamplane.anomaly;

import org.jspecify.annotations.NullMarked;
