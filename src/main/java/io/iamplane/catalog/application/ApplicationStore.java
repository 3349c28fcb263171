package io.iamplane.catalog.application;

import io.iamplane.catalog.document.Risk;
import io.iamplane.change.Recording;
import io.iamplane.change.RowKey;
import io.iamplane.change.RowStore;
import io.iamplane.change.TenantStore;
import io.iamplane.database.JsonColumns;
import io.iamplane.database.Keyset;
import io.iamplane.database.RoundTrip;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.ServiceAccountId;
import io.iamplane.shared.WireName;
import jakarta.inject.Singleton;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.annotations.Mutability;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.java.Immutability;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_applications}. */
@Singleton
public class ApplicationStore extends TenantStore<ApplicationStore.ApplicationEntity, Application> {

  /** Selects entities, of which Hibernate reads every column. */
  private static final String ROWS = "SELECT * FROM iam_applications WHERE organization_id = ?";

  private static final String SELECT =
      """
      SELECT id, key, name, type, risk_level, status, manifest_version, types, attributes,
        conditions, service_account_id, revision, created_at
      FROM iam_applications WHERE organization_id = ?
      """;

  private final JsonColumns json;

  ApplicationStore(JsonColumns json) {
    this.json = json;
  }

  public Optional<Application> byKey(OrganizationId organization, String key) {
    return one("id.organizationId = ?1 and key = ?2", organization.value(), key);
  }

  Optional<Application> byAccount(OrganizationId organization, ServiceAccountId account) {
    return rows(ApplicationEntity.class, ofAccount(organization, account)).stream().findFirst();
  }

  static Keyset ofAccount(OrganizationId organization, ServiceAccountId account) {
    return Keyset.of(ROWS, "service_account_id", organization.value())
        .filter("service_account_id = ?", account.value())
        .rows(1);
  }

  Page<Application> page(OrganizationId organization, PageRequest page, @Nullable String status) {
    Keyset query = query(organization, page, status);
    return Page.cut(rows(ApplicationEntity.class, query), page.limit(), Application::key);
  }

  static Keyset query(OrganizationId organization, PageRequest page, @Nullable String status) {
    String after = page.after();
    return Keyset.of(ROWS, "key", organization.value())
        .filter("status = ?", status)
        .after(after == null ? "" : after)
        .rows(page.limit() + 1);
  }

  List<Application> all(OrganizationId organization) {
    return all("id.organizationId = ?1 order by key", organization.value());
  }

  /** Finds by key in one round trip with the other rows that a change needs. */
  Supplier<List<Application>> byKey(OrganizationId organization, String key, RoundTrip trip) {
    return trip.list(SELECT + " AND key = ?", this::read, organization.value(), key);
  }

  Supplier<List<Application>> all(OrganizationId organization, RoundTrip trip) {
    return trip.list(SELECT + " ORDER BY key", this::read, organization.value());
  }

  private Application read(ResultSet row) throws SQLException {
    return new Application(
        row.getObject("id", UUID.class),
        row.getString("key"),
        row.getString("name"),
        row.getString("type"),
        WireName.of(Risk.class, row.getString("risk_level")),
        WireName.of(Application.Status.class, row.getString("status")),
        row.getInt("manifest_version"),
        json.object(row, "types"),
        json.object(row, "attributes"),
        json.object(row, "conditions"),
        account(row.getObject("service_account_id", UUID.class)),
        row.getLong("revision"),
        Sql.instant(row, "created_at"));
  }

  private static @Nullable ServiceAccountId account(@Nullable UUID id) {
    return id == null ? null : new ServiceAccountId(id);
  }

  public void insert(Recording recording, Application application) {
    ApplicationEntity row = new ApplicationEntity();
    row.id = RowKey.of(recording.organization(), application.id());
    row.key = application.key();
    row.createdAt = application.createdAt();
    insert(recording, row, application);
  }

  public void update(Recording recording, Application application) {
    update(recording, application.id(), application);
  }

  @Entity
  @Table(name = "iam_applications")
  static class ApplicationEntity implements RowStore.Row<Application> {

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
          account(serviceAccountId),
          revision,
          createdAt);
    }
  }
}
