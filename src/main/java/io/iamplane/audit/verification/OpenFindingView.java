package io.iamplane.audit.verification;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.chain.verifier.Finding;
import io.iamplane.chain.verifier.FindingCause;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A finding that no operator has acknowledged.
 *
 * @param id names it for {@code iam:audit:acknowledge}
 * @param foundAt when it was found last
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
public record OpenFindingView(
    String id,
    FindingCause cause,
    long seq,
    @Nullable String expected,
    @Nullable String found,
    Instant foundAt) {

  public static OpenFindingView of(OpenFinding open) {
    Finding finding = open.finding();
    return new OpenFindingView(
        open.id().toString(),
        finding.cause(),
        finding.seq(),
        finding.expected(),
        finding.found(),
        open.foundAt());
  }
}
