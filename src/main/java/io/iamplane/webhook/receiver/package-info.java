/** A receiver for development and tests: it verifies what arrives and misbehaves on demand. */
@NullMarked
package io.iamplane.webhook.receiver;

import org.jspecify.annotations.NullMarked;
