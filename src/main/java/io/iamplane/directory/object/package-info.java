/** Imported objects of types that the directory does not own. */
@NullMarked
package io.iamplane.directory.object;

import org.jspecify.annotations.NullMarked;
