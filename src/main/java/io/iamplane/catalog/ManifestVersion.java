package io.iamplane.catalog;

import com.fasterxml.jackson.annotation.JsonValue;
import io.iamplane.catalog.manifest.Manifest;
import io.iamplane.shared.WireName;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.UUID;

/**
 * A manifest as it was handed in.
 *
 * @param version counts the manifests of one application, from 1
 * @param submittedBy the subject that handed it in
 */
@RegisterForReflection
public record ManifestVersion(
    UUID id,
    String applicationKey,
    int version,
    Status status,
    Manifest content,
    String submittedBy,
    Instant createdAt) {

  /** Where a manifest stands on its way. */
  public enum Status implements WireName {
    SUBMITTED,
    VALIDATED,
    PENDING_APPROVAL,
    APPROVED,
    APPLIED,
    ROLLED_BACK,
    REJECTED;

    // Said again here because the OpenAPI scanner looks at the enum alone.
    @Override
    @JsonValue
    public String wire() {
      return WireName.super.wire();
    }
  }
}
