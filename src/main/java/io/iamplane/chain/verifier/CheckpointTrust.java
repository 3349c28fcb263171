package io.iamplane.chain.verifier;

import io.iamplane.chain.StoredCheckpoint;
import io.iamplane.chain.note.NoteVerifier;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The keys with valid checkpoints of a log.
 *
 * @param disowned finds checkpoints of a revoked key: they vouch for nothing, and must agree with
 *     the chain all the same
 */
record CheckpointTrust(
    String origin, List<NoteVerifier> keys, Predicate<StoredCheckpoint> disowned) {

  /** The defect of a checkpoint that neither a trusted nor a revoked key signed. */
  Optional<Finding> objection(StoredCheckpoint checkpoint, FindingCause cause) {
    try {
      checkpoint.open(origin, keys);
      return Optional.empty();
    } catch (RuntimeException e) {
      // Besides one that is not verified: a row that holds nothing that could be one.
      return disowned.test(checkpoint)
          ? Optional.empty()
          : Optional.of(
              new Finding(
                  cause,
                  checkpoint.size(),
                  "a valid signature by a trusted key",
                  "none (" + e.getMessage() + ")"));
    }
  }
}
