/** Claims due deliveries for a worker, under a lease. */
@NullMarked
package io.iamplane.webhook.claim;

import org.jspecify.annotations.NullMarked;
