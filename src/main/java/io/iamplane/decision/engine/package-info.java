/**
 * The decision point: a pure function from a policy snapshot, a request and a time to a decision.
 * It knows no database, no clock and no container, and never throws.
 */
@NullMarked
package io.iamplane.decision.engine;

import org.jspecify.annotations.NullMarked;
