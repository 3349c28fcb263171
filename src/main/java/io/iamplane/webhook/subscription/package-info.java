/** Who wants to be told of which events, and where: the webhooks of a tenant. */
@NullMarked
package io.iamplane.webhook.subscription;

import org.jspecify.annotations.NullMarked;
