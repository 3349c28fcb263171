/** The naive evaluator that the engine is compared with. It shares no code with the engine. */
@NullMarked
package io.iamplane.decision.engine.reference;

import org.jspecify.annotations.NullMarked;
