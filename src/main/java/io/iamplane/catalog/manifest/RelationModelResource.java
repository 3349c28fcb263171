package io.iamplane.catalog.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.catalog.application.Application;
import io.iamplane.catalog.application.ApplicationService;
import io.iamplane.catalog.document.Manifest;
import io.iamplane.change.CallerChanges;
import io.iamplane.shared.IamException;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.wire.Answer;
import io.iamplane.shared.wire.Data;
import io.iamplane.shared.wire.Parameters;
import io.iamplane.shared.wire.Revision;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

/**
 * The relation model of an application, which is the parts {@code types} and {@code conditions} of
 * its manifest.
 */
@RunOnVirtualThread
@Path("/api/iam/v1/relation-model")
public class RelationModelResource {

  private final ApplicationService applications;
  private final ManifestService manifests;
  private final ManifestInstaller installer;
  private final ManifestDocument documents;
  private final CallerChanges changes;

  RelationModelResource(
      ApplicationService applications,
      ManifestService manifests,
      ManifestInstaller installer,
      ManifestDocument documents,
      CallerChanges changes) {
    this.applications = applications;
    this.manifests = manifests;
    this.installer = installer;
    this.documents = documents;
    this.changes = changes;
  }

  @RegisterForReflection
  public record ModelView(
      String application,
      int manifestVersion,
      Map<String, Object> types,
      Map<String, Object> conditions) {

    static ModelView of(Application application) {
      return new ModelView(
          application.key(),
          application.manifestVersion(),
          application.types(),
          application.conditions());
    }
  }

  /** The body of a replacement: all types, and all conditions; those left out stay as they are. */
  @RegisterForReflection
  public record ModelRequest(
      @NotNull
          @Schema(
              type = SchemaType.OBJECT,
              examples =
                  "{\"site\": {\"relations\": {\"keeper\": \"user | user with office_hours\"}}}")
          JsonNode types,
      @Nullable
          @Schema(
              type = SchemaType.OBJECT,
              examples =
                  "{\"office_hours\": {\"parameters\": {\"hour\": \"int\"}, "
                      + "\"expression\": \"hour >= 9 && hour < 17\"}}")
          JsonNode conditions) {}

  @GET
  @RequiresPermission("iam:relations.read")
  @Operation(summary = "Read the relation model of an application")
  public RestResponse<Data<ModelView>> get(
      @Parameter(example = "warehouse", required = true) @QueryParam("application")
          @Nullable String application) {
    return answer(
        applications.get(changes.organization(), Parameters.required("application", application)));
  }

  @PUT
  @RequiresPermission("iam:relations.manage")
  @Operation(
      summary = "Replace the relation model of an application",
      description =
          "Creates and applies a manifest that differs from the current one only in its "
              + "`types` and `conditions`. It can be rolled back like any other manifest.")
  public RestResponse<Data<ModelView>> replace(
      @Parameter(example = "warehouse", required = true) @QueryParam("application")
          @Nullable String application,
      @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
      @NotNull @Valid ModelRequest request) {
    String named = Parameters.required("application", application);
    return answer(
        changes.policy(recording -> {
          Application before = applications.get(recording.organization(), named);
          new Revision(before.revision()).requireMatch(ifMatch);
          ObjectNode document =
              manifests
                  .appliedContent(recording.organization(), before.key())
                  .map(documents::of)
                  .orElseThrow(IamException::notFound);
          document.set("types", request.types());
          if (request.conditions() != null) {
            document.set("conditions", request.conditions());
          }
          Manifest manifest = SubmittedManifest.parse(document);
          manifests.requireNoReview(recording.organization(), manifest);
          installer.applyNow(recording, manifest);
          return applications.get(recording.organization(), before.key());
        }));
  }

  private static RestResponse<Data<ModelView>> answer(Application application) {
    return Answer.of(ModelView.of(application), application.revision());
  }
}
