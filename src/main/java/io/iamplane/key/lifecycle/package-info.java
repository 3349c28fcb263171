/**
 * The life of signing keys as rules over values: the steps that are due, and their effect on a set
 * of keys. Pure, so that tests play weeks of rotations in a moment; {@code key} stores the result.
 */
@NullMarked
package io.iamplane.key.lifecycle;

import org.jspecify.annotations.NullMarked;
