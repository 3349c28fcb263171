package io.iamplane.catalog;

import io.iamplane.change.Recording;
import io.iamplane.database.JsonColumns;
import io.iamplane.database.Sql;
import io.iamplane.shared.CanonicalJson;
import io.iamplane.shared.Hashes;
import io.iamplane.shared.OrganizationId;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** The rows of {@code iam_manifests}. */
@ApplicationScoped
class ManifestStore {

  private final Sql sql;
  private final JsonColumns json;

  ManifestStore(Sql sql, JsonColumns json) {
    this.sql = sql;
    this.json = json;
  }

  int lastVersion(OrganizationId organization, String application) {
    return sql.first(
            """
            SELECT max(version) AS version FROM iam_manifests
            WHERE organization_id = ? AND application_key = ?
            """,
            row -> row.getInt("version"),
            organization.value(),
            application)
        .orElse(0);
  }

  /** Whether a version of an application holds the same content, whatever its form. */
  boolean holds(OrganizationId organization, String application, int version, Object content) {
    Optional<byte[]> hash =
        sql.first(
            """
            SELECT content_hash FROM iam_manifests
            WHERE organization_id = ? AND application_key = ? AND version = ?
            """,
            row -> row.getBytes("content_hash"),
            organization.value(),
            application,
            version);
    return hash.isPresent() && Arrays.equals(hash.get(), hash(json.text(content)));
  }

  void insert(Recording recording, ManifestVersion manifest) {
    String content = json.text(manifest.content());
    sql.updateOne(
        """
        INSERT INTO iam_manifests (id, organization_id, application_key, version, status, content,
          content_hash, submitted_by, created_at, updated_at)
        VALUES (?, ?, ?, ?, ?, ?::jsonb, ?, ?, ?, ?)
        """,
        manifest.id(),
        recording.organization().value(),
        manifest.applicationKey(),
        manifest.version(),
        manifest.status().wire(),
        content,
        hash(content),
        manifest.submittedBy(),
        manifest.createdAt(),
        recording.at());
  }

  private static byte[] hash(String content) {
    return Hashes.sha256().digest(CanonicalJson.of(content).getBytes(StandardCharsets.UTF_8));
  }
}
