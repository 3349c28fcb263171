/** Operation of the service: health, the clock, and the start-up checks' runner. */
@NullMarked
package io.iamplane.ops;

import org.jspecify.annotations.NullMarked;
