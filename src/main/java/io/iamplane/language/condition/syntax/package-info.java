/** A condition's text and syntax tree, and the canonical text of a tree. */
@NullMarked
package io.iamplane.language.condition.syntax;

import org.jspecify.annotations.NullMarked;
