/**
 * What conditions compute with: numbers, times, network addresses and patterns. Nothing here reads
 * a clock, resolves a name or throws on bad input from a request.
 */
@NullMarked
package io.iamplane.language.condition.value;

import org.jspecify.annotations.NullMarked;
