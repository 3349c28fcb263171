/**
 * The audit log: one hash chain per organization, appended in the transaction of the change that a
 * record tells of.
 */
@NullMarked
package io.iamplane.audit;

import org.jspecify.annotations.NullMarked;
