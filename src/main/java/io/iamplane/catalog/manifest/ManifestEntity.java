package io.iamplane.catalog.manifest;

import io.iamplane.catalog.document.Manifest;
import io.iamplane.change.RowKey;
import io.iamplane.change.RowStore;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.WireName;
import jakarta.persistence.Basic;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.HexFormat;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.annotations.Mutability;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.java.Immutability;
import org.jspecify.annotations.Nullable;

/** A row of {@code iam_manifests}; its content is immutable, long, and read by itself. */
@Entity
@Table(name = "iam_manifests")
class ManifestEntity implements RowStore.Row<ManifestVersion> {

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

  static ManifestEntity of(OrganizationId organization, ManifestVersion version, Manifest content) {
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
