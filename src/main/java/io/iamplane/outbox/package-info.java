/**
 * Messages to the outside, written in the transaction of the change that they announce and
 * delivered later.
 */
@NullMarked
package io.iamplane.outbox;

import org.jspecify.annotations.NullMarked;
