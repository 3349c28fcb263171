/** One request to one receiver, over a connection to an address that was checked. */
@NullMarked
package io.iamplane.webhook.send;

import org.jspecify.annotations.NullMarked;
