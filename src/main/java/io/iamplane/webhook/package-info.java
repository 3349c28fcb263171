/** Delivers events to subscribers over HTTP, at least once. */
@NullMarked
package io.iamplane.webhook;

import org.jspecify.annotations.NullMarked;
