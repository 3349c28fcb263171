/** Data and expected answers that others wrote, asked over HTTP. */
@NullMarked
package io.iamplane.decision.conformance;

import org.jspecify.annotations.NullMarked;
