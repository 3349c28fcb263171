package io.iamplane.audit.verification;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.chain.verifier.Finding;
import io.iamplane.chain.verifier.FindingCause;
import io.iamplane.chain.verifier.SealedDecisions;
import io.iamplane.chain.verifier.Verification;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a verification.
 *
 * @param valid true if the comparison was complete, found nothing, and no earlier finding is open
 * @param full true if every record was verified, not only those since the last checkpoint
 * @param fromSeq the first verified record
 * @param toSeq the last record that holds
 * @param checkpointSize the number of records that the last trusted checkpoint covers; 0 without
 *     one
 * @param cause the first finding of this verification; absent without one
 * @param seq the first record at which it shows
 * @param expected the expected value
 * @param found the found value
 * @param openFindings findings not yet acknowledged, of this or an earlier verification; absent if
 *     none is open
 * @param decisions the comparison of recorded decisions; absent if the chain does not hold
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
public record VerificationView(
    String organizationId,
    boolean valid,
    boolean full,
    long fromSeq,
    long toSeq,
    String head,
    long checkpointSize,
    @Nullable FindingCause cause,
    @Nullable Long seq,
    @Nullable String expected,
    @Nullable String found,
    @Nullable List<OpenFindingView> openFindings,
    @Nullable ComparedDecisionsView decisions,
    Instant verifiedAt) {

  /**
   * The extent of the comparison of recorded decisions with the records that seal them.
   *
   * @param seals the number of records
   * @param blocks the number of their blocks that the database has
   * @param blocksRead the number of blocks that were read in full; of the others the columns were
   *     compared
   * @param findings the number of findings about decisions; the first of each cause is open
   * @param complete false if the time limit ended the comparison
   */
  @RegisterForReflection
  public record ComparedDecisionsView(
      long seals, long blocks, long blocksRead, long findings, boolean complete) {

    static @Nullable ComparedDecisionsView of(SealedDecisions.@Nullable Checked checked) {
      return checked == null
          ? null
          : new ComparedDecisionsView(
              checked.seals(),
              checked.blocks(),
              checked.read(),
              checked.found(),
              checked.complete());
    }
  }

  /** The view of a single verification, without earlier findings. */
  public static VerificationView of(Verification verification) {
    return of(new VerifiedChain(verification, List.of(), null));
  }

  public static VerificationView of(VerifiedChain chain) {
    Verification verification = chain.verification();
    Finding finding = verification.finding();
    return new VerificationView(
        verification.organization().toString(),
        chain.valid(),
        verification.full(),
        verification.fromSeq(),
        verification.toSeq(),
        verification.head(),
        verification.checkpoint(),
        finding == null ? null : finding.cause(),
        finding == null ? null : finding.seq(),
        finding == null ? null : finding.expected(),
        finding == null ? null : finding.found(),
        chain.open().isEmpty() ? null : chain.open().stream().map(OpenFindingView::of).toList(),
        ComparedDecisionsView.of(chain.decisions()),
        verification.finishedAt());
  }
}
