/** Writes outcomes of deliveries in batches, and disables webhooks without a receiver. */
@NullMarked
package io.iamplane.webhook.outcome;

import org.jspecify.annotations.NullMarked;
