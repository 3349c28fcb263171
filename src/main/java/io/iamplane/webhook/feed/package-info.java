/** A feed of an organization's events, for subscribers that missed some or have no address. */
@NullMarked
package io.iamplane.webhook.feed;

import org.jspecify.annotations.NullMarked;
