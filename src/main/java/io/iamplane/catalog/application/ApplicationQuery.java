package io.iamplane.catalog.application;

import io.iamplane.catalog.document.Risk;
import io.iamplane.database.JsonColumns;
import io.iamplane.database.RoundTrip;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.ServiceAccountId;
import io.iamplane.shared.WireName;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads applications in one round trip with the other rows that a change needs. */
@Singleton
class ApplicationQuery {

  private static final String SELECT =
      """
      SELECT id, key, name, type, risk_level, status, manifest_version, types, attributes,
        conditions, service_account_id, revision, created_at
      FROM iam_applications WHERE organization_id = ?
      """;

  private final JsonColumns json;

  ApplicationQuery(JsonColumns json) {
    this.json = json;
  }

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
}
