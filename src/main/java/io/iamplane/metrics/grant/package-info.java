/** Counts of grants, and of their changes. */
@NullMarked
package io.iamplane.metrics.grant;

import org.jspecify.annotations.NullMarked;
