/** Finds out what a file is, and has it read. */
@NullMarked
package io.iamplane.peer.source;

import org.jspecify.annotations.NullMarked;
