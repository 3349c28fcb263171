/** Deliveries to webhooks: lists, replays and dead letters. */
@NullMarked
package io.iamplane.webhook.delivery;

import org.jspecify.annotations.NullMarked;
