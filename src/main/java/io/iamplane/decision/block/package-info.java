/** Blocks of recorded decisions: their form, their filters and their tree. */
@NullMarked
package io.iamplane.decision.block;

import org.jspecify.annotations.NullMarked;
