package io.iamplane.catalog.manifest;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.catalog.manifest.ManifestInstaller.Installed;
import io.iamplane.change.CallerChanges;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.shared.IamException;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.wire.Answer;
import io.iamplane.shared.wire.Data;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.Objects;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

/** Applies reviewed manifests, and takes them back. */
@RunOnVirtualThread
@Path("/api/iam/v1/manifests")
public class ManifestInstallResource {

  private static final String APPLY = "iam:manifests.apply";

  private final ManifestInstaller installer;
  private final CallerChanges changes;

  ManifestInstallResource(ManifestInstaller installer, CallerChanges changes) {
    this.installer = installer;
    this.changes = changes;
  }

  @POST
  @Path("{manifest}/apply")
  @RequiresPermission(APPLY)
  @Operation(
      summary = "Apply an approved manifest",
      description =
          "Permissions and roles that the manifest no longer declares are deprecated, never "
              + "deleted. An application's first manifest creates its client; only this response "
              + "shows the client's secret.")
  public RestResponse<Data<AppliedManifestView>> apply(
      @PathParam("manifest") String manifest,
      @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch) {
    Installed installed =
        changes.policy(recording -> installer.apply(recording, id(manifest), ifMatch));
    return answer(Objects.requireNonNull(installed.version()), installed.client());
  }

  @POST
  @Path("{manifest}/rollback")
  @RequiresPermission(APPLY)
  @Operation(
      summary = "Roll back the currently applied manifest",
      description = "Restores the catalog of the previous manifest and returns that manifest.")
  public RestResponse<Data<AppliedManifestView>> rollBack(
      @PathParam("manifest") String manifest,
      @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch) {
    return answer(
        changes.policy(recording -> installer.rollBack(recording, id(manifest), ifMatch)), null);
  }

  private static RestResponse<Data<AppliedManifestView>> answer(
      ManifestVersion version, @Nullable IssuedClient client) {
    return Answer.of(AppliedManifestView.of(version, client), version.revision());
  }

  private static ManifestId id(String text) {
    return ManifestId.parse(text).orElseThrow(IamException::notFound);
  }

  /**
   * A manifest that was applied just now, and the client that an application's first one made; its
   * secret is never shown again.
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
}
