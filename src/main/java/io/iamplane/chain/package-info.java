/**
 * The audit log's chain: one hash chain per organization, appended in the transaction of the change
 * that a record describes, and the rows of its signed checkpoints.
 */
@NullMarked
package io.iamplane.chain;

import org.jspecify.annotations.NullMarked;
