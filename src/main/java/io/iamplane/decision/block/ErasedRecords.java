package io.iamplane.decision.block;

import io.iamplane.chain.tree.MerkleHash;

/**
 * The erased records of a block.
 *
 * @param records the number of them
 * @param root the root of the tree over the lines in their places (RFC 6962, section 2.1)
 */
public record ErasedRecords(int records, MerkleHash root) {

  public static final ErasedRecords NONE = new ErasedRecords(0, MerkleHash.emptyRoot());
}
