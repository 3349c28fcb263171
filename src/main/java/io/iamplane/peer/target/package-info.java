/**
 * Writes what was read from elsewhere as a manifest and relations of this product, and says line by
 * line what differs. What cannot be brought over never makes more allowed than before.
 */
@NullMarked
package io.iamplane.peer.target;

import org.jspecify.annotations.NullMarked;
