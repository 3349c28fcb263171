/**
 * The queue worker: fans messages out to webhooks, and delivers them. Any number of workers share
 * the work, in the server or alone; what one that died had claimed comes back when its lease ends.
 */
@NullMarked
package io.iamplane.webhook.worker;

import org.jspecify.annotations.NullMarked;
