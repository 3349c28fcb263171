/** The engines, each loaded with a workload and asked through its own documented interface. */
@NullMarked
package io.iamplane.bench.engine.decider;

import org.jspecify.annotations.NullMarked;
