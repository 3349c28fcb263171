/** What is asked of the engine. */
@NullMarked
package io.iamplane.decision.engine.request;

import org.jspecify.annotations.NullMarked;
