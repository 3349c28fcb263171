package io.iamplane.audit.verification;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.audit.verifier.Finding;
import io.iamplane.audit.verifier.FindingCause;
import io.iamplane.audit.verifier.SealedDecisions;
import io.iamplane.audit.verifier.Verification;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a verification found.
 *
 * @param valid whether all was compared, nothing was found now, and nothing that was found before
 *     is open
 * @param full whether every record was looked at, not only those since the last checkpoint
 * @param fromSeq the first record that was looked at
 * @param toSeq the last record that holds
 * @param checkpointSize how many records the last trusted checkpoint covers; 0 without one
 * @param cause what this verification found first; absent where it found nothing
 * @param seq the first record at which it shows
 * @param expected what should be there
 * @param found what is there
 * @param openFindings what was found and not acknowledged since, this time or before; absent where
 *     nothing is open
 * @param decisions what was compared of the recorded decisions; absent where the chain does not
 *     hold
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
   * Which recorded decisions were compared with the records that seal them.
   *
   * @param seals how many records
   * @param blocks how many blocks of decisions they name and the database has
   * @param blocksRead how many of these were read whole; of the others the columns were compared
   * @param findings how many findings are about decisions; the first of each cause is open
   * @param complete false when the time was over before all were compared
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

  /** What a verification alone found. */
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
