/** From a condition's text to its syntax tree. */
@NullMarked
package io.iamplane.language.condition.parse;

import org.jspecify.annotations.NullMarked;
