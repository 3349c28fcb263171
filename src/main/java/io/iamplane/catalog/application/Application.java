package io.iamplane.catalog.application;

import io.iamplane.catalog.document.Risk;
import io.iamplane.chain.PersonalData;
import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.shared.ServiceAccountId;
import io.iamplane.shared.WireName;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An application as its last applied manifest declares it.
 *
 * @param manifestVersion the number of that manifest
 * @param types its relation model, as {@link RelationModel#parse} reads it
 * @param attributes its declared condition fields, as {@link AttributeSchema#parse} reads them
 * @param conditions the named conditions of its model; none in an image of an earlier version of
 *     the program
 * @param serviceAccountId the account of its own client's tokens; null if it has no client
 */
@RegisterForReflection
public record Application(
    UUID id,
    String key,
    String name,
    @Nullable String type,
    Risk riskLevel,
    Status status,
    int manifestVersion,
    Map<String, Object> types,
    Map<String, Object> attributes,
    Map<String, Object> conditions,
    @Nullable ServiceAccountId serviceAccountId,
    long revision,
    Instant createdAt)
    implements PersonalData {

  @SuppressWarnings("NullAway") // an older image has none
  public Application {
    conditions = Objects.requireNonNullElse(conditions, Map.of());
  }

  @Override
  public Set<String> personalMembers() {
    return Set.of("name");
  }

  /** A suspended application's permissions are as good as unknown. */
  public enum Status implements WireName {
    ACTIVE,
    SUSPENDED
  }

  /** Null when the application declares no types. */
  public @Nullable RelationModel model() {
    if (types.isEmpty()) {
      return null;
    }
    RelationModel.Parsed parsed = RelationModel.parse(types, conditions);
    if (parsed.model() == null) {
      throw new IllegalStateException(
          "cannot parse the stored relation model of " + key + ": " + parsed.faults());
    }
    return parsed.model();
  }

  public AttributeSchema schema() {
    return AttributeSchema.parse(
        attributes,
        (place, fault) -> {
          throw new IllegalStateException(
              "cannot parse the stored attributes of " + key + ": " + place + ": " + fault);
        });
  }

  public Application linked(ServiceAccountId account) {
    return new Application(
        id,
        key,
        name,
        type,
        riskLevel,
        status,
        manifestVersion,
        types,
        attributes,
        conditions,
        account,
        revision + 1,
        createdAt);
  }
}
