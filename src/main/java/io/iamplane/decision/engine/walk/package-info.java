/**
 * The evaluation of one request over a snapshot: groups, scopes, grants and relations. Everything
 * here is reused from one decision to the next and belongs to one thread at a time. Truth has three
 * values, see {@link io.iamplane.decision.engine.evaluation.Truth}.
 */
@NullMarked
package io.iamplane.decision.engine.walk;

import org.jspecify.annotations.NullMarked;
