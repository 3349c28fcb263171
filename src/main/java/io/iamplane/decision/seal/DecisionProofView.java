package io.iamplane.decision.seal;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;

/**
 * Proves that a decision is recorded, by a record of the audit chain. Hashes are in hexadecimal
 * digits; trees are those of RFC 6962, section 2.1.
 *
 * @param record the very text that is hashed: its leaf is SHA-256(0x00 ‖ record)
 * @param block where the record is in its block; the leaf of a block is SHA-256(0x00 ‖ root)
 * @param seal where the block is in its seal
 * @param auditTarget the target of the audit record that names the seal's root
 */
@RegisterForReflection
public record DecisionProofView(String record, TreeView block, TreeView seal, String auditTarget) {

  /**
   * A leaf's place in a tree.
   *
   * @param index the leaf's, from 0
   * @param size how many leaves the tree has
   * @param path the hashes beside the way from the leaf to the root, from below
   */
  @RegisterForReflection
  public record TreeView(String id, int index, int size, List<String> path, String root) {}
}
