/**
 * The snapshot of one tenant's policy: immutable, indexed for deciding, and cheap to derive the
 * next version from. How it is built and why is in {@code docs/adr/0003-decision-engine.md}.
 */
@NullMarked
package io.iamplane.decision.engine.index;

import org.jspecify.annotations.NullMarked;
