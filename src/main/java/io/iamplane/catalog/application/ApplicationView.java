package io.iamplane.catalog.application;

import io.iamplane.catalog.document.Risk;
import io.iamplane.shared.ServiceAccountId;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An application as the wire shows it; see {@link Application} for the members. */
@RegisterForReflection
public record ApplicationView(
    UUID id,
    String key,
    String name,
    @Nullable String type,
    Risk riskLevel,
    Application.Status status,
    int manifestVersion,
    @Nullable ServiceAccountId serviceAccountId,
    Instant createdAt) {

  public static ApplicationView of(Application application) {
    return new ApplicationView(
        application.id(),
        application.key(),
        application.name(),
        application.type(),
        application.riskLevel(),
        application.status(),
        application.manifestVersion(),
        application.serviceAccountId(),
        application.createdAt());
  }
}
