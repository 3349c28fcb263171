/**
 * A tenant's catalogue, compiled: which privileges contain which permission, and the relation
 * models with their names as numbers.
 */
@NullMarked
package io.iamplane.decision.engine.catalog;

import org.jspecify.annotations.NullMarked;
