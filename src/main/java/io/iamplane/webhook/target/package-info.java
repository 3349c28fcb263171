/**
 * Rules for webhook targets. A tenant chooses the address, so that it must not reach addresses open
 * to this service alone. Pure: names are looked up through a port.
 */
@NullMarked
package io.iamplane.webhook.target;

import org.jspecify.annotations.NullMarked;
