/** Makes room for the deliveries of coming days, and ends the time that events are kept. */
@NullMarked
package io.iamplane.webhook.retention;

import org.jspecify.annotations.NullMarked;
