/** Tells subscribers over HTTP what happened, at least once, and nobody else. */
@NullMarked
package io.iamplane.webhook;

import org.jspecify.annotations.NullMarked;
