/** Asks what test files expect, of the engine and in memory. */
@NullMarked
package io.iamplane.peer.proof;

import org.jspecify.annotations.NullMarked;
