/** From a condition's syntax tree to a condition: attribute access, and the walk over the tree. */
@NullMarked
package io.iamplane.language.condition.compile;

import org.jspecify.annotations.NullMarked;
