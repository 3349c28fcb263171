package io.iamplane.decision.snapshot;

import io.iamplane.catalog.application.Application;
import io.iamplane.decision.engine.PolicyGrowth;
import io.iamplane.grant.Grant;
import io.iamplane.language.condition.AttributeSchema;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The applications of a tenant's policy and derived data, computed once for all versions with the
 * same applications. Immutable.
 */
final class TenantApplications {

  private static final int APPLICATION = 1_024;

  private final Map<String, Application> byKey;
  private final Map<String, AttributeSchema> schemas;
  private final Map<String, String> ofAccounts;
  private final long weight;

  TenantApplications(Map<String, Application> byKey) {
    this(
        byKey,
        byKey.values().stream().collect(Collectors.toMap(Application::key, Application::schema)));
  }

  private TenantApplications(Map<String, Application> byKey, Map<String, AttributeSchema> schemas) {
    this.byKey = Map.copyOf(byKey);
    this.schemas = Map.copyOf(schemas);
    this.ofAccounts =
        byKey.values().stream()
            .filter(application -> application.serviceAccountId() != null)
            .collect(
                Collectors.toUnmodifiableMap(
                    application -> String.valueOf(application.serviceAccountId()),
                    Application::key));
    this.weight = byKey.values().stream().mapToLong(TenantApplications::weight).sum();
  }

  /** About how many bytes an application takes beside the engine's facts of it. */
  static long weight(Application application) {
    return APPLICATION
        + PolicyGrowth.weightOf(application.types())
        + PolicyGrowth.weightOf(application.conditions())
        + 2 * PolicyGrowth.weightOf(application.attributes());
  }

  /** About how many bytes all of them take. */
  long weight() {
    return weight;
  }

  Map<String, Application> byKey() {
    return byKey;
  }

  AttributeSchema schema(@Nullable String application, String privilegeKey) {
    return Grant.declaringApplication(application, privilegeKey)
        .map(key -> schemas.getOrDefault(key, AttributeSchema.EMPTY))
        .orElse(AttributeSchema.EMPTY);
  }

  /** Returns the key of the application that owns the client of a service account. */
  Optional<String> ofAccount(String serviceAccountId) {
    return Optional.ofNullable(ofAccounts.get(serviceAccountId));
  }

  /** Replaces the applications; their declared attributes must be unchanged. */
  TenantApplications with(Map<String, Application> changed) {
    return new TenantApplications(changed, schemas);
  }
}
