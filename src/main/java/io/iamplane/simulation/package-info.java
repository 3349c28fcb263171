/**
 * What a change of the policy would have meant for what was decided, found out without making it.
 */
@NullMarked
package io.iamplane.simulation;

import org.jspecify.annotations.NullMarked;
