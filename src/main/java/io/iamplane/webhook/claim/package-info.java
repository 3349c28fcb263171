/** Which deliveries a worker claims next, and for how long they are its own. */
@NullMarked
package io.iamplane.webhook.claim;

import org.jspecify.annotations.NullMarked;
