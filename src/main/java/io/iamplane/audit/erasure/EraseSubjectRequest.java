package io.iamplane.audit.erasure;

import io.iamplane.shared.IamException;
import io.iamplane.shared.SubjectRef;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The subject to erase.
 *
 * @param subject {@code type:id}; a user may be named by external id
 * @param acceptRemaining true to erase although places that only their owners can change, or that
 *     are chained in clear, go on naming the person
 */
@RegisterForReflection
public record EraseSubjectRequest(
    @NotBlank @Size(max = 400) @Schema(examples = "user:ann") String subject,
    @Nullable Boolean acceptRemaining) {

  SubjectRef reference() {
    return SubjectRef.parse(subject)
        .orElseThrow(() -> IamException.validation("subject", "must be written type:id"));
  }

  boolean acceptsRemaining() {
    return Boolean.TRUE.equals(acceptRemaining);
  }
}
