/**
 * The Merkle tree over an organization's audit records, as certificate transparency hashes it (RFC
 * 6962, section 2.1): a record's leaf is made from its chain hash, so that tree and chain cannot
 * contradict each other. Pure: stored parts come through {@link io.iamplane.chain.tree.TileReader}.
 */
@NullMarked
package io.iamplane.chain.tree;

import org.jspecify.annotations.NullMarked;
