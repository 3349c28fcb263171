/** What the engine answers. */
@NullMarked
package io.iamplane.decision.engine.answer;

import org.jspecify.annotations.NullMarked;
