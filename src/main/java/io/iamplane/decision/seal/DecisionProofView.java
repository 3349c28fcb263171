package io.iamplane.decision.seal;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Proves that a decision is recorded, by a record of the audit chain. Hashes are in hexadecimal
 * digits; trees are those of RFC 6962, section 2.1.
 *
 * @param record the very text that is hashed; absent if it was erased with a person
 * @param leaf the record's leaf: SHA-256(0x00 ‖ record)
 * @param block where the record is in its block; the leaf of a block is SHA-256(0x00 ‖ root)
 * @param seal where the block is in its seal
 * @param auditTarget the target of the audit record that names the seal's root
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DecisionProofView(
    @Nullable String record, String leaf, TreeView block, TreeView seal, String auditTarget) {

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
