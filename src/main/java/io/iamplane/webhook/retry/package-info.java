/** When to try again, and when to leave a receiver alone for a while. Pure. */
@NullMarked
package io.iamplane.webhook.retry;

import org.jspecify.annotations.NullMarked;
