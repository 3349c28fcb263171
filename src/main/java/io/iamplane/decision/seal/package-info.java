/** Seals recorded decisions into the audit chain, and proves them by it. */
@NullMarked
package io.iamplane.decision.seal;

import org.jspecify.annotations.NullMarked;
