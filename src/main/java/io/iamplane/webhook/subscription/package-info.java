/** The webhooks of a tenant: which events go to which URL. */
@NullMarked
package io.iamplane.webhook.subscription;

import org.jspecify.annotations.NullMarked;
