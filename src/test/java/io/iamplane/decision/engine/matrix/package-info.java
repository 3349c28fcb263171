/** The decision matrix, asked of the engine itself. */
@NullMarked
package io.iamplane.decision.engine.matrix;

import org.jspecify.annotations.NullMarked;
