/**
 * Messages on their way to webhooks: what people see of them, and what they may do with those that
 * did not arrive.
 */
@NullMarked
package io.iamplane.webhook.delivery;

import org.jspecify.annotations.NullMarked;
