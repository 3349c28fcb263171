package io.iamplane.catalog.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.catalog.document.Manifest;
import io.iamplane.catalog.manifest.ManifestService.Submitted;
import io.iamplane.change.CallerChanges;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.wire.Answer;
import io.iamplane.shared.wire.Data;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestResponse;

/** The submission of an application's manifest. */
@RunOnVirtualThread
@Path("/api/iam/v1/applications/{application}/manifests")
public class SubmitManifestResource {

  private static final String PATH = "/api/iam/v1/manifests/";

  private final ManifestService manifests;
  private final CallerChanges changes;

  SubmitManifestResource(ManifestService manifests, CallerChanges changes) {
    this.manifests = manifests;
    this.changes = changes;
  }

  @POST
  @RequiresPermission("iam:manifests.submit")
  @Operation(
      summary = "Submit the manifest of a new or existing application",
      description =
          "Checks the manifest, and approves it immediately unless an administrator must approve "
              + "it. An approved manifest takes effect when it is applied. The body is the "
              + "manifest, or an object whose only member is `manifest`. For the schema, see "
              + "`/.well-known/iam-manifest-schema.json`.")
  @ResponseStatus(201)
  @APIResponse(
      responseCode = "200",
      description = "The manifest is the same as the last one submitted")
  public RestResponse<Data<ManifestView>> submit(
      @PathParam("application") String application,
      @RequestBody(
              required = true,
              content =
                  @Content(
                      mediaType = "application/json",
                      schema =
                          @Schema(
                              type = SchemaType.OBJECT,
                              examples =
                                  "{\"schema\": \"iam.manifest.v2\","
                                      + " \"app\": {\"key\": \"shop\", \"name\": \"Shop\"},"
                                      + " \"permissions\": [{\"key\": \"order.read\"}],"
                                      + " \"roles\": [{\"key\": \"clerk\","
                                      + " \"permissions\": [\"order.read\"]}]}")))
          @NotNull
          JsonNode body) {
    Manifest manifest = SubmittedManifest.read(body, application);
    Submitted submitted = changes.operational(recording -> manifests.submit(recording, manifest));
    ManifestVersion version = submitted.version();
    ManifestView view = ManifestView.of(version);
    return submitted.created()
        ? Answer.created(PATH + version.id(), view, version.revision())
        : Answer.of(view, version.revision());
  }
}
