/** Checks that a chain is as it was written, and reports the first defect. */
@NullMarked
package io.iamplane.chain.verifier;

import org.jspecify.annotations.NullMarked;
