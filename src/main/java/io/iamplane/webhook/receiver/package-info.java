/** A receiver for development and tests: it verifies requests and misbehaves on demand. */
@NullMarked
package io.iamplane.webhook.receiver;

import org.jspecify.annotations.NullMarked;
