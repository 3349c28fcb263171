package io.iamplane.chain.verifier;

import io.iamplane.shared.WireName;

/** The kind of defect of a chain. */
public enum FindingCause implements WireName {
  /** A record's text, hash, column or personal value was changed. */
  RECORD_ALTERED,
  /** A number has no record, and those after it do not link to those before it. */
  RECORD_MISSING,
  /** Numbers jump or come twice. */
  SEQUENCE_GAP,
  /** A record does not follow on the one before it. */
  LINK_BROKEN,
  /** The head does not tell the number, hash or tree of the last record. */
  HEAD_MISMATCH,
  /** The last records are missing: the head or a checkpoint has more. */
  TAIL_TRUNCATED,
  /** The stored tree is not that of the records. */
  TILE_ALTERED,
  /** A checkpoint that no trusted key signed, or with another row than its text. */
  CHECKPOINT_FORGED,
  /** The chain is another one than was signed, or a checkpoint that it records is missing. */
  CHECKPOINT_MISMATCH,
  /** The chain does not extend the anchored one: it was rebuilt, cut, or rolled back. */
  ANCHOR_MISMATCH,
  /** A trigger that protects the audit log is missing, disabled or replaced. */
  PROTECTION_REMOVED,
  /** The organization's row has another key or kind than the record of its creation. */
  ORGANIZATION_ALTERED,
  /** A sealed block of decisions has another column or record than its seal vouches for. */
  DECISION_BLOCK_ALTERED,
  /** A block that a seal names is missing, and decisions of its day are still kept. */
  DECISION_BLOCK_MISSING,
  /** A block has no seal and waits for none, has a seal without a record, or is there twice. */
  DECISION_BLOCK_ADDED,
  /** A seal, or the list of its blocks, differs from the chain's record of it. */
  DECISION_SEAL_MISMATCH;

  /** Returns true if the chain itself does not hold; false if its surroundings were changed. */
  public boolean isOfChain() {
    return switch (this) {
      case RECORD_ALTERED,
          RECORD_MISSING,
          SEQUENCE_GAP,
          LINK_BROKEN,
          HEAD_MISMATCH,
          TAIL_TRUNCATED,
          TILE_ALTERED,
          CHECKPOINT_FORGED,
          CHECKPOINT_MISMATCH,
          ANCHOR_MISMATCH ->
          true;
      case PROTECTION_REMOVED,
          ORGANIZATION_ALTERED,
          DECISION_BLOCK_ALTERED,
          DECISION_BLOCK_MISSING,
          DECISION_BLOCK_ADDED,
          DECISION_SEAL_MISMATCH ->
          false;
    };
  }
}
