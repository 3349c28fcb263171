/** IP addresses and networks, as text and as bits. Pure. */
@NullMarked
package io.iamplane.shared.net;

import org.jspecify.annotations.NullMarked;
