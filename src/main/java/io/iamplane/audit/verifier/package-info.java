/**
 * Checks whether a chain is as it was written, and reports where it is not. Pure but for the rows
 * that it reads.
 */
@NullMarked
package io.iamplane.audit.verifier;

import org.jspecify.annotations.NullMarked;
