package io.iamplane.catalog.manifest;

import io.iamplane.catalog.document.Manifest;
import io.iamplane.change.Recording;
import io.iamplane.change.RowKey;
import io.iamplane.change.TenantStore;
import io.iamplane.database.JsonColumns;
import io.iamplane.shared.CanonicalJson;
import io.iamplane.shared.Hashes;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;

/** The rows of {@code iam_manifests}. */
@Singleton
class ManifestStore extends TenantStore<ManifestEntity, ManifestVersion> {

  private static final String OF_APPLICATION = "id.organizationId = ?1 and applicationKey = ?2";

  private static final String CONTENT = "select m.content from ManifestEntity m where m.id = :id";

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
}
