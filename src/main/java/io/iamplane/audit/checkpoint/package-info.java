/**
 * Signed statements about an organization's chain: their origin, keys, rows and copies elsewhere.
 */
@NullMarked
package io.iamplane.audit.checkpoint;

import org.jspecify.annotations.NullMarked;
