/** Keeps a log of decisions: a bounded buffer, its writer, and the sinks that it writes to. */
@NullMarked
package io.iamplane.decision.log;

import org.jspecify.annotations.NullMarked;
