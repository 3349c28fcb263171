package io.iamplane.catalog.manifest;

import io.iamplane.catalog.document.Manifest;
import io.iamplane.change.Recording;
import io.iamplane.database.JsonColumns;
import io.iamplane.database.Keyset;
import io.iamplane.database.Sql;
import io.iamplane.shared.CanonicalJson;
import io.iamplane.shared.Hashes;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.WireName;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_manifests}. */
@ApplicationScoped
class ManifestStore {

  private static final List<String> STATUSES =
      Arrays.stream(ManifestVersion.Status.values()).map(WireName::wire).toList();

  private static final String SELECT =
      """
      SELECT id, application_key, version, status, content_hash, requires_approval, base_version,
        submitted_by, decided_by, note, revision, created_at
      FROM iam_manifests WHERE organization_id = ?
      """;

  private final Sql sql;
  private final JsonColumns json;

  ManifestStore(Sql sql, JsonColumns json) {
    this.sql = sql;
    this.json = json;
  }

  Optional<ManifestVersion> byId(OrganizationId organization, UUID id) {
    return sql.first(SELECT + " AND id = ?", ManifestStore::read, organization.value(), id);
  }

  Optional<ManifestVersion> byVersion(
      OrganizationId organization, String application, int version) {
    return sql.first(
        SELECT + " AND application_key = ? AND version = ?",
        ManifestStore::read,
        organization.value(),
        application,
        version);
  }

  /** The newest manifest of an application, whatever became of it. */
  Optional<ManifestVersion> last(OrganizationId organization, String application) {
    return sql.first(
        SELECT + " AND application_key = ? ORDER BY version DESC LIMIT 1",
        ManifestStore::read,
        organization.value(),
        application);
  }

  Manifest content(OrganizationId organization, UUID id) {
    return sql.first(
            "SELECT content FROM iam_manifests WHERE organization_id = ? AND id = ?",
            row -> json.value(row, "content", Manifest.class),
            organization.value(),
            id)
        .orElseThrow();
  }

  Page<ManifestVersion> page(
      OrganizationId organization,
      PageRequest page,
      @Nullable String application,
      @Nullable String status) {
    Keyset query = query(organization, page, application, status);
    return Page.cut(
        sql.list(query, ManifestStore::read), page.limit(), version -> version.id().toString());
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

  /** The hash by which two manifests of one meaning are the same. */
  String hash(Manifest content) {
    String canonical = CanonicalJson.of(json.text(content));
    return HexFormat.of()
        .formatHex(Hashes.sha256().digest(canonical.getBytes(StandardCharsets.UTF_8)));
  }

  void insert(Recording recording, ManifestVersion version, Manifest content) {
    sql.updateOne(
        """
        INSERT INTO iam_manifests (id, organization_id, application_key, version, status, content,
          content_hash, requires_approval, base_version, submitted_by, decided_by, note, revision,
          created_at, updated_at)
        VALUES (?, ?, ?, ?, ?, ?::jsonb, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        version.id(),
        recording.organization().value(),
        version.applicationKey(),
        version.version(),
        version.status().wire(),
        json.text(content),
        HexFormat.of().parseHex(version.contentHash()),
        version.requiresApproval(),
        version.baseVersion(),
        version.submittedBy(),
        version.decidedBy(),
        version.note(),
        version.revision(),
        version.createdAt(),
        recording.at());
  }

  void update(Recording recording, ManifestVersion version) {
    sql.updateOne(
        """
        UPDATE iam_manifests SET status = ?, base_version = ?, decided_by = ?, note = ?,
          revision = ?, updated_at = ?
        WHERE organization_id = ? AND id = ?
        """,
        version.status().wire(),
        version.baseVersion(),
        version.decidedBy(),
        version.note(),
        version.revision(),
        recording.at(),
        recording.organization().value(),
        version.id());
  }

  private static ManifestVersion read(ResultSet row) throws SQLException {
    return new ManifestVersion(
        row.getObject("id", UUID.class),
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
