/** Functions and methods: their types and their closures. */
@NullMarked
package io.iamplane.language.condition.function;

import org.jspecify.annotations.NullMarked;
