/** Groups of subjects, which nest. */
@NullMarked
package io.iamplane.directory.group;

import org.jspecify.annotations.NullMarked;
