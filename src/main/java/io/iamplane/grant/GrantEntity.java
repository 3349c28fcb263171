package io.iamplane.grant;

import io.iamplane.change.RowKey;
import io.iamplane.change.RowStore;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A row of {@code iam_grants}; never leaves this package. */
@Entity
@Table(name = "iam_grants")
class GrantEntity implements RowStore.Row<Grant> {

  @EmbeddedId RowKey id;
  String subjectType;
  String subjectId;
  String privilegeType;
  String privilegeKey;
  String effect;
  @Nullable String application;
  @Nullable String resourceType;
  @Nullable String resourceId;
  @Nullable String condition;
  @Nullable Instant validFrom;
  @Nullable Instant validUntil;
  boolean activationRequired;
  @Nullable Instant activatedAt;
  String status;
  String source;
  @Nullable String justification;
  long revision;
  Instant createdAt;
  Instant updatedAt;

  static GrantEntity of(OrganizationId organization, Grant grant) {
    SubjectRef resource = grant.resource();
    GrantEntity row = new GrantEntity();
    row.id = RowKey.of(organization, grant.id().value());
    row.subjectType = grant.subject().type();
    row.subjectId = grant.subject().id();
    row.privilegeType = grant.privilegeType().wire();
    row.privilegeKey = grant.privilegeKey();
    row.effect = grant.effect().wire();
    row.application = grant.application();
    row.resourceType = resource == null ? null : resource.type();
    row.resourceId = resource == null ? null : resource.id();
    row.condition = grant.condition();
    row.validFrom = grant.validFrom();
    row.validUntil = grant.validUntil();
    row.activationRequired = grant.activationRequired();
    row.source = grant.source();
    row.justification = grant.justification();
    row.createdAt = grant.createdAt();
    return row;
  }

  @Override
  public void take(Grant grant, Instant at) {
    status = grant.status().wire();
    activatedAt = grant.activatedAt();
    revision = grant.revision();
    updatedAt = at;
  }

  @Override
  public Grant value() {
    return new Grant(
        new GrantId(id.id()),
        new SubjectRef(subjectType, subjectId),
        WireName.of(Grant.PrivilegeType.class, privilegeType),
        privilegeKey,
        WireName.of(Grant.Effect.class, effect),
        application,
        resourceType == null
            ? null
            : new SubjectRef(resourceType, Objects.requireNonNull(resourceId)),
        condition,
        validFrom,
        validUntil,
        activationRequired,
        activatedAt,
        WireName.of(Grant.Status.class, status),
        source,
        justification,
        revision,
        createdAt);
  }
}
