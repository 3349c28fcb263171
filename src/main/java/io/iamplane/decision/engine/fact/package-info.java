/**
 * The facts of a tenant's policy, as a store reads or a test writes them. The engine's only input
 * besides the request. References to users, groups and other objects are {@code type:id} and may
 * use the {@code external_id} in place of the id, everywhere.
 */
@NullMarked
package io.iamplane.decision.engine.fact;

import org.jspecify.annotations.NullMarked;
