/**
 * The queue worker: fans messages out to webhooks, and delivers them. Any number of workers share
 * the work, in the server or alone; the deliveries of a worker that died become due again after
 * their lease.
 */
@NullMarked
package io.iamplane.webhook.worker;

import org.jspecify.annotations.NullMarked;
