/** The events of an organization to be fetched, by who missed some or has no address. */
@NullMarked
package io.iamplane.webhook.feed;

import org.jspecify.annotations.NullMarked;
