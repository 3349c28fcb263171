/**
 * The decision engine measured with JMH, beside engines that other people use, on the same policies
 * and the same requests. Figures and how to read them: {@code docs/benchmarks.md}.
 */
@NullMarked
package io.iamplane.bench.engine;

import org.jspecify.annotations.NullMarked;
