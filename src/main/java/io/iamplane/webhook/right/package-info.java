/** To receive or fetch an event is to read it. These are the permissions that this takes. */
@NullMarked
package io.iamplane.webhook.right;

import org.jspecify.annotations.NullMarked;
