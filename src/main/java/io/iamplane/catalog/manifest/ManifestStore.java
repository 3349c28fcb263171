package io.iamplane.catalog.manifest;

import io.iamplane.catalog.document.Manifest;
import io.iamplane.change.Recording;
import io.iamplane.change.RowKey;
import io.iamplane.change.RowStore;
import io.iamplane.change.TenantStore;
import io.iamplane.database.JsonColumns;
import io.iamplane.database.Keyset;
import io.iamplane.database.Sql;
import io.iamplane.shared.CanonicalJson;
import io.iamplane.shared.Hashes;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.WireName;
import jakarta.inject.Singleton;
import jakarta.persistence.Basic;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Table;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.annotations.Mutability;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.java.Immutability;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_manifests}. */
@Singleton
class ManifestStore extends TenantStore<ManifestStore.ManifestEntity, ManifestVersion> {

  private static final String OF_APPLICATION = "id.organizationId = ?1 and applicationKey = ?2";

  private static final String CONTENT =
      "select m.content from ManifestStore$ManifestEntity m where m.id = :id";

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

  Optional<ManifestVersion> byVersion(
      OrganizationId organization, String application, int version) {
    return one(OF_APPLICATION + " and version = ?3", organization.value(), application, version);
  }

  /** The newest manifest of an application, in any status. */
  Optional<ManifestVersion> last(OrganizationId organization, String application) {
    return one(OF_APPLICATION + " order by version desc", organization.value(), application);
  }

  Manifest content(OrganizationId organization, ManifestId id) {
    return getSession()
        .createSelectionQuery(CONTENT, Manifest.class)
        .setParameter("id", RowKey.of(organization, id.value()))
        .getSingleResult();
  }

  /** The hash by which two manifests of one meaning are the same. */
  String hash(Manifest content) {
    String canonical = CanonicalJson.of(json.text(content));
    return HexFormat.of()
        .formatHex(Hashes.sha256().digest(canonical.getBytes(StandardCharsets.UTF_8)));
  }

  /** A page of manifests, without their content. */
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

  void insert(Recording recording, ManifestVersion version, Manifest content) {
    insert(recording, ManifestEntity.of(recording.organization(), version, content), version);
  }

  void update(Recording recording, ManifestVersion version) {
    update(recording, version.id().value(), version);
  }

  /** A row of {@code iam_manifests}; its content is immutable, long, and read by itself. */
  @Entity
  @Table(name = "iam_manifests")
  static class ManifestEntity implements RowStore.Row<ManifestVersion> {

    @EmbeddedId RowKey id;
    String applicationKey;
    int version;
    String status;
    byte[] contentHash;
    boolean requiresApproval;
    int baseVersion;
    String submittedBy;
    @Nullable String decidedBy;
    @Nullable String note;
    long revision;
    Instant createdAt;
    Instant updatedAt;

    @Basic(fetch = FetchType.LAZY)
    @JdbcTypeCode(SqlTypes.JSON)
    @Mutability(Immutability.class)
    Manifest content;

    static ManifestEntity of(
        OrganizationId organization, ManifestVersion version, Manifest content) {
      ManifestEntity row = new ManifestEntity();
      row.id = RowKey.of(organization, version.id().value());
      row.applicationKey = version.applicationKey();
      row.version = version.version();
      row.contentHash = HexFormat.of().parseHex(version.contentHash());
      row.requiresApproval = version.requiresApproval();
      row.submittedBy = version.submittedBy();
      row.createdAt = version.createdAt();
      row.content = content;
      return row;
    }

    @Override
    public void take(ManifestVersion version, Instant at) {
      status = version.status().wire();
      baseVersion = version.baseVersion();
      decidedBy = version.decidedBy();
      note = version.note();
      revision = version.revision();
      updatedAt = at;
    }

    @Override
    public ManifestVersion value() {
      return new ManifestVersion(
          new ManifestId(id.id()),
          applicationKey,
          version,
          WireName.of(ManifestVersion.Status.class, status),
          HexFormat.of().formatHex(contentHash),
          requiresApproval,
          baseVersion,
          submittedBy,
          decidedBy,
          note,
          revision,
          createdAt);
    }
  }
}
