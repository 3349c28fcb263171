/**
 * The spine of every write: {@link io.iamplane.change.Changes} puts a change, its version, its
 * audit record and its outbox message into one transaction.
 */
@NullMarked
package io.iamplane.change;

import org.jspecify.annotations.NullMarked;
