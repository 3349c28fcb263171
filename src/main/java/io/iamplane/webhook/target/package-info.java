/**
 * Where a webhook may go. A tenant chooses the address, so that it must lead nowhere that only we
 * can reach. Pure: addresses in, answers out; names are looked up through a port.
 */
@NullMarked
package io.iamplane.webhook.target;

import org.jspecify.annotations.NullMarked;
