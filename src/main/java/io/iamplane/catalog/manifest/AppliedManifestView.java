package io.iamplane.catalog.manifest;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.directory.client.IssuedClient;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A manifest that was applied just now.
 *
 * @param clientId the client that was made with an application's first manifest; else absent
 * @param clientSecret its secret, shown now and never again; else absent
 */
@RegisterForReflection
public record AppliedManifestView(
    UUID id,
    String applicationKey,
    int version,
    ManifestVersion.Status status,
    boolean requiresApproval,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String clientId,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String clientSecret) {

  static AppliedManifestView of(ManifestVersion version, @Nullable IssuedClient client) {
    return new AppliedManifestView(
        version.id().value(),
        version.applicationKey(),
        version.version(),
        version.status(),
        version.requiresApproval(),
        client == null ? null : client.clientId(),
        client == null ? null : client.secret().reveal());
  }
}
