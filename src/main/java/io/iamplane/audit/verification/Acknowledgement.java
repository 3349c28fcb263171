package io.iamplane.audit.verification;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.chain.PersonalData;
import io.iamplane.chain.verifier.Finding;
import io.iamplane.chain.verifier.FindingCause;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An operator's statement that a finding is known, as the platform's chain holds it.
 *
 * @param id the finding's
 * @param organizationId the owner of the chain
 * @param foundAt the last time it was found
 * @param reason the operator's explanation
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Acknowledgement(
    String id,
    String organizationId,
    FindingCause cause,
    long seq,
    @Nullable String expected,
    @Nullable String found,
    Instant foundAt,
    String reason)
    implements PersonalData {

  static Acknowledgement of(OpenFinding open, String reason) {
    Finding finding = open.finding();
    return new Acknowledgement(
        open.id().toString(),
        open.organization().toString(),
        finding.cause(),
        finding.seq(),
        finding.expected(),
        finding.found(),
        open.foundAt(),
        reason);
  }

  /** Free text may name a person. */
  @Override
  public Set<String> personalMembers() {
    return Set.of("reason");
  }
}
