/** How many grants there are, and how many came and went. */
@NullMarked
package io.iamplane.grant.metric;

import org.jspecify.annotations.NullMarked;
