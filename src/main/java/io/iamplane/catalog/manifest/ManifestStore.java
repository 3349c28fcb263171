package io.iamplane.catalog.manifest;

import io.iamplane.catalog.document.Manifest;
import io.iamplane.change.Recording;
import io.iamplane.change.RowKey;
import io.iamplane.change.RowStore;
import io.iamplane.change.TenantStore;
import io.iamplane.database.JsonColumns;
import io.iamplane.shared.CanonicalJson;
import io.iamplane.shared.Hashes;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.WireName;
import jakarta.inject.Singleton;
import jakarta.persistence.Basic;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Table;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
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

  private final JsonColumns json;

  ManifestStore(JsonColumns json) {
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
