package io.iamplane.catalog.manifest;

import io.iamplane.database.Keyset;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.WireName;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Pages of manifests, without their content. */
@Singleton
class ManifestQuery {

  private static final List<String> STATUSES =
      Arrays.stream(ManifestVersion.Status.values()).map(WireName::wire).toList();

  private static final String SELECT =
      """
      SELECT id, application_key, version, status, content_hash, requires_approval, base_version,
        submitted_by, decided_by, note, revision, created_at
      FROM iam_manifests WHERE organization_id = ?
      """;

  private final Sql sql;

  ManifestQuery(Sql sql) {
    this.sql = sql;
  }

  Page<ManifestVersion> page(
      OrganizationId organization,
      PageRequest page,
      @Nullable String application,
      @Nullable String status) {
    Keyset query = query(organization, page, application, status);
    return Page.cut(
        sql.list(query, ManifestQuery::read), page.limit(), version -> version.id().toString());
  }

  static Keyset query(
      OrganizationId organization,
      PageRequest page,
      @Nullable String application,
      @Nullable String status) {
    Keyset query =
        Keyset.of(SELECT, "id", organization.value())
            .filter("application_key = ?", application)
            .after(page.afterId())
            .rows(page.limit() + 1);
    return application == null
        ? query.filter("status = ?", status)
        : query.either("status", status, STATUSES);
  }

  private static ManifestVersion read(ResultSet row) throws SQLException {
    return new ManifestVersion(
        new ManifestId(row.getObject("id", UUID.class)),
        row.getString("application_key"),
        row.getInt("version"),
        WireName.of(ManifestVersion.Status.class, row.getString("status")),
        HexFormat.of().formatHex(row.getBytes("content_hash")),
        row.getBoolean("requires_approval"),
        row.getInt("base_version"),
        row.getString("submitted_by"),
        row.getString("decided_by"),
        row.getString("note"),
        row.getLong("revision"),
        Sql.instant(row, "created_at"));
  }
}
