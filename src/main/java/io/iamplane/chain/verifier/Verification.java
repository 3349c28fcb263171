package io.iamplane.chain.verifier;

import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The result of the verification of one chain.
 *
 * @param full true if it began at the first record, not at a checkpoint
 * @param fromSeq the number of the first verified record
 * @param toSeq the number of the last one that holds
 * @param head the hash of that record, in hexadecimal digits
 * @param checkpoint the longest checkpoint that a trusted key signed; 0 without one
 * @param finding null if the chain holds
 */
public record Verification(
    UUID id,
    OrganizationId organization,
    Instant startedAt,
    Instant finishedAt,
    boolean full,
    long fromSeq,
    long toSeq,
    String head,
    long checkpoint,
    @Nullable Finding finding) {

  public boolean valid() {
    return finding == null;
  }

  /** The same verification, which found something besides. */
  public Verification with(Finding other) {
    return with(id, other);
  }

  /** The same verification with another finding, under an id of its own. */
  public Verification withAnother(Finding other) {
    return with(UuidV7.next(), other);
  }

  private Verification with(UUID as, Finding other) {
    return new Verification(
        as, organization, startedAt, finishedAt, full, fromSeq, toSeq, head, checkpoint, other);
  }
}
