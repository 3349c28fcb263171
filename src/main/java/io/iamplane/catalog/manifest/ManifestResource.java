package io.iamplane.catalog.manifest;

import io.iamplane.change.CallerChanges;
import io.iamplane.shared.BulkRead;
import io.iamplane.shared.IamException;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.wire.Answer;
import io.iamplane.shared.wire.Data;
import io.iamplane.shared.wire.DataPage;
import io.iamplane.shared.wire.ListRequest;
import io.iamplane.shared.wire.Parameters;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Size;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

/** The submitted manifests, and their review. */
@RunOnVirtualThread
@Path("/api/iam/v1/manifests")
public class ManifestResource {

  private static final String READ = "iam:manifests.read";
  private static final String APPROVE = "iam:manifests.approve";

  private final ManifestService manifests;
  private final CallerChanges changes;

  ManifestResource(ManifestService manifests, CallerChanges changes) {
    this.manifests = manifests;
    this.changes = changes;
  }

  @GET
  @RequiresPermission(READ)
  @Operation(summary = "List manifests, oldest first")
  public DataPage<ManifestView> list(
      @QueryParam("limit") @Nullable String limit,
      @QueryParam("cursor") @Nullable String cursor,
      @QueryParam("filter[application]") @Nullable String application,
      @QueryParam("filter[status]") @Nullable String status) {
    ManifestVersion.Status filter =
        Parameters.choice("filter[status]", ManifestVersion.Status.class, status);
    String of = Parameters.text("filter[application]", application);
    ListRequest list = ListRequest.of("manifests", limit, cursor, status, of);
    return list.answer(
        manifests.page(changes.organization(), list.page(), of, filter), ManifestView::of);
  }

  @GET
  @Path("{manifest}")
  @RequiresPermission(READ)
  @Operation(summary = "Read the state of a manifest")
  public RestResponse<Data<ManifestView>> get(@PathParam("manifest") String manifest) {
    return answer(manifests.get(changes.organization(), id(manifest)));
  }

  @GET
  @Path("{manifest}/diff")
  @BulkRead
  @RequiresPermission(READ)
  @Operation(
      summary = "Show what a manifest changes",
      description =
          "Compares the manifest with the currently applied one or, if it is or was itself "
              + "applied, with the manifest that it replaced.")
  public Data<ManifestDiff> diff(@PathParam("manifest") String manifest) {
    return new Data<>(manifests.diff(changes.organization(), id(manifest)));
  }

  @POST
  @Path("{manifest}/approve")
  @RequiresPermission(APPROVE)
  @Operation(summary = "Approve a pending manifest")
  public RestResponse<Data<ManifestView>> approve(
      @PathParam("manifest") String manifest,
      @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
      @Valid @Nullable DecideManifestRequest request) {
    return answer(
        changes.operational(recording ->
            manifests.approve(
                recording, id(manifest), ifMatch, DecideManifestRequest.note(request))));
  }

  @POST
  @Path("{manifest}/reject")
  @RequiresPermission(APPROVE)
  @Operation(summary = "Reject a manifest that has not been applied")
  public RestResponse<Data<ManifestView>> reject(
      @PathParam("manifest") String manifest,
      @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
      @Valid @Nullable DecideManifestRequest request) {
    return answer(
        changes.operational(recording ->
            manifests.reject(
                recording, id(manifest), ifMatch, DecideManifestRequest.note(request))));
  }

  private static ManifestId id(String text) {
    return ManifestId.parse(text).orElseThrow(IamException::notFound);
  }

  private static RestResponse<Data<ManifestView>> answer(ManifestVersion version) {
    return Answer.of(ManifestView.of(version), version.revision());
  }

  /** The body of an approval or a rejection, which may be left out. */
  @RegisterForReflection
  public record DecideManifestRequest(
      @Size(max = 1_000) @Schema(examples = "Reviewed with the warehouse team")
          @Nullable String note) {

    static @Nullable String note(@Nullable DecideManifestRequest request) {
      return request == null ? null : request.note();
    }
  }
}
