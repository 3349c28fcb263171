package io.iamplane.auditor;

import io.iamplane.shared.IamException;
import io.iamplane.shared.SubjectRef;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * Whom to erase.
 *
 * @param subject {@code type:id}; a user may be named by external id
 */
@RegisterForReflection
public record EraseSubjectRequest(
    @NotBlank @Size(max = 400) @Schema(examples = "user:ann") String subject) {

  SubjectRef reference() {
    return SubjectRef.parse(subject)
        .orElseThrow(() -> IamException.validation("subject", "must be written type:id"));
  }
}
