/** Counts of grants, and of their changes. */
@NullMarked
package io.iamplane.grant.metric;

import org.jspecify.annotations.NullMarked;
