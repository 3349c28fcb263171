/**
 * What became of claimed deliveries: written in batches, and webhooks disabled whose receivers are
 * gone.
 */
@NullMarked
package io.iamplane.webhook.outcome;

import org.jspecify.annotations.NullMarked;
