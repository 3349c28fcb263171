/** Finds the format of a file, and has it read. */
@NullMarked
package io.iamplane.peer.source;

import org.jspecify.annotations.NullMarked;
