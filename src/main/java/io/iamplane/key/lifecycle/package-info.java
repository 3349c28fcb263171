/**
 * The life of signing keys as rules over values: which step is due, and what it makes of a set of
 * keys. Pure, so that weeks of rotations are played in a moment; {@code key} stores what it says.
 */
@NullMarked
package io.iamplane.key.lifecycle;

import org.jspecify.annotations.NullMarked;
