package io.iamplane.catalog.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.catalog.application.Application;
import io.iamplane.catalog.application.ApplicationService;
import io.iamplane.catalog.application.ApplicationService.Catalog;
import io.iamplane.catalog.document.Risk;
import io.iamplane.catalog.permission.Permission;
import io.iamplane.catalog.role.RoleView;
import io.iamplane.change.CallerChanges;
import io.iamplane.shared.BulkRead;
import io.iamplane.shared.IamException;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.ServiceAccountId;
import io.iamplane.shared.wire.Answer;
import io.iamplane.shared.wire.Data;
import io.iamplane.shared.wire.DataPage;
import io.iamplane.shared.wire.ListRequest;
import io.iamplane.shared.wire.Parameters;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

/** The applications of the caller's organization, named by id or key. */
@RunOnVirtualThread
@Path("/api/iam/v1/applications")
public class ApplicationResource {

  private static final String READ = "iam:applications.read";

  private final ApplicationService applications;
  private final ManifestService manifests;
  private final ManifestDocument documents;
  private final CallerChanges changes;

  ApplicationResource(
      ApplicationService applications,
      ManifestService manifests,
      ManifestDocument documents,
      CallerChanges changes) {
    this.applications = applications;
    this.manifests = manifests;
    this.documents = documents;
    this.changes = changes;
  }

  @GET
  @RequiresPermission(READ)
  @Operation(summary = "List applications, ordered by key")
  public DataPage<ApplicationView> list(
      @QueryParam("limit") @Nullable String limit,
      @QueryParam("cursor") @Nullable String cursor,
      @QueryParam("filter[status]") @Nullable String status) {
    Application.Status filter =
        Parameters.choice("filter[status]", Application.Status.class, status);
    ListRequest list = ListRequest.of("applications", limit, cursor, status);
    return list.answer(
        applications.page(changes.organization(), list.page(), filter), ApplicationView::of);
  }

  @GET
  @Path("{application}")
  @RequiresPermission(READ)
  @Operation(summary = "Read an application")
  public RestResponse<Data<ApplicationView>> get(@PathParam("application") String application) {
    Application found = named(application);
    return Answer.of(ApplicationView.of(found), found.revision());
  }

  @GET
  @Path("{application}/manifest")
  @RequiresPermission(READ)
  @Operation(
      summary = "Read the currently applied manifest",
      description = "Returns the manifest in the form in which manifests are submitted.")
  @APIResponse(
      responseCode = "200",
      description = "OK",
      content =
          @Content(
              mediaType = "application/json",
              schema =
                  @Schema(
                      type = SchemaType.OBJECT,
                      description = "`data` conforms to `/.well-known/iam-manifest-schema.json`")))
  public Data<JsonNode> manifest(@PathParam("application") String application) {
    return new Data<>(
        manifests
            .appliedContent(changes.organization(), named(application).key())
            .map(documents::of)
            .orElseThrow(IamException::notFound));
  }

  @GET
  @Path("{application}/catalog")
  @BulkRead
  @RequiresPermission(READ)
  @Operation(summary = "Read an application's permissions and roles, including deprecated ones")
  public Data<CatalogView> catalog(@PathParam("application") String application) {
    return new Data<>(CatalogView.of(applications.catalog(changes.organization(), application)));
  }

  private Application named(String idOrKey) {
    return applications.get(changes.organization(), idOrKey);
  }

  /** The declarations of an application's manifests, deprecated entries included. */
  @RegisterForReflection
  public record CatalogView(List<Permission> permissions, List<RoleView> roles) {

    static CatalogView of(Catalog catalog) {
      return new CatalogView(
          catalog.permissions(), catalog.roles().stream().map(RoleView::of).toList());
    }
  }

  /** An application as the wire shows it; see {@link Application} for the members. */
  @RegisterForReflection
  public record ApplicationView(
      UUID id,
      String key,
      String name,
      @Nullable String type,
      Risk riskLevel,
      Application.Status status,
      int manifestVersion,
      @Nullable ServiceAccountId serviceAccountId,
      Instant createdAt) {

    public static ApplicationView of(Application application) {
      return new ApplicationView(
          application.id(),
          application.key(),
          application.name(),
          application.type(),
          application.riskLevel(),
          application.status(),
          application.manifestVersion(),
          application.serviceAccountId(),
          application.createdAt());
    }
  }
}
