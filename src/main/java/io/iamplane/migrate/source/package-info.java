/** Finds the format of a file, and has it read. */
@NullMarked
package io.iamplane.migrate.source;

import org.jspecify.annotations.NullMarked;
