/** Verifies that recorded decisions are those that records of the audit chain vouch for. */
@NullMarked
package io.iamplane.decision.seal.check;

import org.jspecify.annotations.NullMarked;
