/** The decision point over the Admin API. */
@NullMarked
package io.iamplane.decision.wire;

import org.jspecify.annotations.NullMarked;
