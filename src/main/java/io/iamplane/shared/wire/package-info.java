/** Common parts of all resources: the envelopes of the wire, entity tags and the present caller. */
@NullMarked
package io.iamplane.shared.wire;

import org.jspecify.annotations.NullMarked;
