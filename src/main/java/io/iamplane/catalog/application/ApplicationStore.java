package io.iamplane.catalog.application;

import io.iamplane.catalog.document.Risk;
import io.iamplane.change.Recording;
import io.iamplane.database.JsonColumns;
import io.iamplane.database.Keyset;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.ServiceAccountId;
import io.iamplane.shared.WireName;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_applications}. */
@ApplicationScoped
public class ApplicationStore {

  private static final String SELECT =
      """
      SELECT id, key, name, type, risk_level, status, manifest_version, types, attributes,
        service_account_id, revision, created_at
      FROM iam_applications WHERE organization_id = ?
      """;

  static final String BY_ACCOUNT = SELECT + " AND service_account_id = ?";

  private final Sql sql;
  private final JsonColumns json;

  ApplicationStore(Sql sql, JsonColumns json) {
    this.sql = sql;
    this.json = json;
  }

  public Optional<Application> byKey(OrganizationId organization, String key) {
    return sql.first(SELECT + " AND key = ?", this::read, organization.value(), key);
  }

  Optional<Application> byId(OrganizationId organization, UUID id) {
    return sql.first(SELECT + " AND id = ?", this::read, organization.value(), id);
  }

  Optional<Application> byAccount(OrganizationId organization, ServiceAccountId account) {
    return sql.first(BY_ACCOUNT, this::read, organization.value(), account.value());
  }

  Page<Application> page(OrganizationId organization, PageRequest page, @Nullable String status) {
    Keyset query = query(organization, page, status);
    return Page.cut(sql.list(query, this::read), page.limit(), Application::key);
  }

  static Keyset query(OrganizationId organization, PageRequest page, @Nullable String status) {
    String after = page.after();
    return Keyset.of(SELECT, "key", organization.value())
        .filter("status = ?", status)
        .after(after == null ? "" : after)
        .rows(page.limit() + 1);
  }

  List<Application> all(OrganizationId organization) {
    return sql.list(SELECT + " ORDER BY key", this::read, organization.value());
  }

  public void insert(Recording recording, Application application) {
    sql.updateOne(
        """
        INSERT INTO iam_applications (name, type, risk_level, status, manifest_version, types,
          attributes, service_account_id, revision, updated_at, id, organization_id, key,
          created_at)
        VALUES (?, ?, ?, ?, ?, ?::jsonb, ?::jsonb, ?, ?, ?, ?, ?, ?, ?)
        """,
        application.name(),
        application.type(),
        application.riskLevel().wire(),
        application.status().wire(),
        application.manifestVersion(),
        json.text(application.types()),
        json.text(application.attributes()),
        account(application),
        application.revision(),
        recording.at(),
        application.id(),
        recording.organization().value(),
        application.key(),
        application.createdAt());
  }

  public void update(Recording recording, Application application) {
    sql.updateOne(
        """
        UPDATE iam_applications SET name = ?, type = ?, risk_level = ?, status = ?,
          manifest_version = ?, types = ?::jsonb, attributes = ?::jsonb, service_account_id = ?,
          revision = ?, updated_at = ?
        WHERE organization_id = ? AND id = ?
        """,
        application.name(),
        application.type(),
        application.riskLevel().wire(),
        application.status().wire(),
        application.manifestVersion(),
        json.text(application.types()),
        json.text(application.attributes()),
        account(application),
        application.revision(),
        recording.at(),
        recording.organization().value(),
        application.id());
  }

  private static @Nullable UUID account(Application application) {
    ServiceAccountId account = application.serviceAccountId();
    return account == null ? null : account.value();
  }

  private Application read(ResultSet row) throws SQLException {
    UUID account = row.getObject("service_account_id", UUID.class);
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
        account == null ? null : new ServiceAccountId(account),
        row.getLong("revision"),
        Sql.instant(row, "created_at"));
  }
}
