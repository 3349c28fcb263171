/** Secrets and signatures of requests to subscribers, as Standard Webhooks has them. Pure. */
@NullMarked
package io.iamplane.webhook.signature;

import org.jspecify.annotations.NullMarked;
