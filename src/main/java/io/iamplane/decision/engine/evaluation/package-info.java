/**
 * What all parts of one evaluation share: the question, the attributes, the budget, the values of
 * truth. Everything here is reused from one decision to the next and belongs to one thread at a
 * time.
 */
@NullMarked
package io.iamplane.decision.engine.evaluation;

import org.jspecify.annotations.NullMarked;
