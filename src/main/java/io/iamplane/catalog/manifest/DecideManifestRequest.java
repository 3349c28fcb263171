package io.iamplane.catalog.manifest;

import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.constraints.Size;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The body of an approval or a rejection, which may be left out. */
@RegisterForReflection
public record DecideManifestRequest(
    @Size(max = 1_000) @Schema(examples = "Reviewed with the warehouse team")
        @Nullable String note) {

  static @Nullable String note(@Nullable DecideManifestRequest request) {
    return request == null ? null : request.note();
  }
}
