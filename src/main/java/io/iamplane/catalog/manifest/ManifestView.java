package io.iamplane.catalog.manifest;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A manifest's state as the wire shows it; see {@link ManifestVersion} for the members. */
@RegisterForReflection
public record ManifestView(
    UUID id,
    String applicationKey,
    int version,
    ManifestVersion.Status status,
    boolean requiresApproval,
    String contentHash,
    int baseVersion,
    String submittedBy,
    @Nullable String decidedBy,
    @Nullable String note,
    Instant createdAt) {

  public static ManifestView of(ManifestVersion version) {
    return new ManifestView(
        version.id().value(),
        version.applicationKey(),
        version.version(),
        version.status(),
        version.requiresApproval(),
        version.contentHash(),
        version.baseVersion(),
        version.submittedBy(),
        version.decidedBy(),
        version.note(),
        version.createdAt());
  }
}
