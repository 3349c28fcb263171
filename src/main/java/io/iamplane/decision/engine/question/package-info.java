/** Questions to the engine and its answers. */
@NullMarked
package io.iamplane.decision.engine.question;

import org.jspecify.annotations.NullMarked;
