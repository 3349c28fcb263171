package io.iamplane.decision.seal.check;

import io.iamplane.chain.verifier.Finding;
import io.iamplane.chain.verifier.FindingCause;
import java.util.HexFormat;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Words findings about recorded decisions, each with its place. */
final class SealFinding {

  /** A finding that no record is about is shown with the first, as others are. */
  private static final long NO_RECORD = 1;

  private SealFinding() {}

  /** A seal's rows differ from its record. */
  static Finding mismatch(SealRecord seal, String expected, @Nullable String found) {
    return new Finding(
        FindingCause.DECISION_SEAL_MISMATCH,
        seal.seq(),
        "seal %s with %s".formatted(seal.id(), expected),
        found);
  }

  /** A seal names more blocks than its record vouches for. */
  static Finding longer(SealRecord seal) {
    return mismatch(seal, "block count " + seal.blocks(), "more blocks");
  }

  /** A seal has rows and no record. */
  static Finding unrecorded(UUID seal) {
    return new Finding(
        FindingCause.DECISION_SEAL_MISMATCH, NO_RECORD, "a record for seal " + seal, null);
  }

  static Finding altered(SealRecord seal, UUID block, String expected, String found) {
    return new Finding(
        FindingCause.DECISION_BLOCK_ALTERED,
        seal.seq(),
        "%s with %s".formatted(place(seal, block), expected),
        found);
  }

  static Finding missing(SealRecord seal, UUID block) {
    return new Finding(FindingCause.DECISION_BLOCK_MISSING, seal.seq(), place(seal, block), null);
  }

  static Finding repeated(SealRecord seal, UUID block) {
    return new Finding(
        FindingCause.DECISION_BLOCK_ADDED,
        seal.seq(),
        "one " + place(seal, block),
        "more than one");
  }

  /** A block has no seal, and waits for none. */
  static Finding added(UUID block, @Nullable UUID seal) {
    return new Finding(
        FindingCause.DECISION_BLOCK_ADDED,
        NO_RECORD,
        "a seal for block " + block,
        seal == null ? null : "seal %s, which has no record".formatted(seal));
  }

  /** Bytes as findings show them. */
  static String hex(byte @Nullable [] bytes) {
    return bytes == null ? "nothing" : HexFormat.of().formatHex(bytes);
  }

  private static String place(SealRecord seal, UUID block) {
    return "block %s of seal %s".formatted(block, seal.id());
  }
}
