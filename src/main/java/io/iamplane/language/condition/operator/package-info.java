/** Operators and comprehensions: their types and their closures. */
@NullMarked
package io.iamplane.language.condition.operator;

import org.jspecify.annotations.NullMarked;
