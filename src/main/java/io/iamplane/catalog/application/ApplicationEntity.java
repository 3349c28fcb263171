package io.iamplane.catalog.application;

import io.iamplane.catalog.document.Risk;
import io.iamplane.change.RowKey;
import io.iamplane.change.RowStore;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.ServiceAccountId;
import io.iamplane.shared.WireName;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.annotations.Mutability;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.java.Immutability;
import org.jspecify.annotations.Nullable;

/** A row of {@code iam_applications}; never leaves this package. */
@Entity
@Table(name = "iam_applications")
class ApplicationEntity implements RowStore.Row<Application> {

  @EmbeddedId RowKey id;
  String key;
  String name;
  @Nullable String type;
  String riskLevel;
  String status;
  int manifestVersion;

  @JdbcTypeCode(SqlTypes.JSON)
  @Mutability(Immutability.class)
  Map<String, Object> types;

  @JdbcTypeCode(SqlTypes.JSON)
  @Mutability(Immutability.class)
  Map<String, Object> attributes;

  @JdbcTypeCode(SqlTypes.JSON)
  @Mutability(Immutability.class)
  Map<String, Object> conditions;

  @Nullable UUID serviceAccountId;
  long revision;
  Instant createdAt;
  Instant updatedAt;

  static ApplicationEntity of(OrganizationId organization, Application application) {
    ApplicationEntity row = new ApplicationEntity();
    row.id = RowKey.of(organization, application.id());
    row.key = application.key();
    row.createdAt = application.createdAt();
    return row;
  }

  @Override
  public void take(Application application, Instant at) {
    ServiceAccountId account = application.serviceAccountId();
    name = application.name();
    type = application.type();
    riskLevel = application.riskLevel().wire();
    status = application.status().wire();
    manifestVersion = application.manifestVersion();
    types = application.types();
    attributes = application.attributes();
    conditions = application.conditions();
    serviceAccountId = account == null ? null : account.value();
    revision = application.revision();
    updatedAt = at;
  }

  @Override
  public Application value() {
    return new Application(
        id.id(),
        key,
        name,
        type,
        WireName.of(Risk.class, riskLevel),
        WireName.of(Application.Status.class, status),
        manifestVersion,
        types,
        attributes,
        conditions,
        serviceAccountId == null ? null : new ServiceAccountId(serviceAccountId),
        revision,
        createdAt);
  }
}
