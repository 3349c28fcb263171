package io.iamplane.decision.authzen;

import io.iamplane.shared.InstallationConfig;
import io.iamplane.shared.Public;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;

/** Publishes the AuthZEN endpoints. The addresses come from the configuration. */
@RunOnVirtualThread
@Path("/.well-known/authzen-configuration")
public class AuthzenMetadataResource {

  private final InstallationConfig installation;

  AuthzenMetadataResource(InstallationConfig installation) {
    this.installation = installation;
  }

  @GET
  @Produces(MediaType.APPLICATION_JSON)
  @Public("clients read it before they have a token")
  @Operation(summary = "Read the URLs of the AuthZEN endpoints")
  @APIResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = AuthzenMetadata.class)))
  public Response metadata() {
    String base = installation.issuer();
    return Response.ok(
            new AuthzenMetadata(
                base,
                base + AuthzenResource.EVALUATION,
                base + AuthzenResource.EVALUATIONS,
                base + AuthzenSearchResource.SUBJECT,
                base + AuthzenSearchResource.RESOURCE,
                base + AuthzenSearchResource.ACTION))
        .header(HttpHeaders.CACHE_CONTROL, "public, max-age=300")
        .build();
  }

  /** The metadata with the endpoints (AuthZEN 1.0, section 9). */
  @RegisterForReflection
  public record AuthzenMetadata(
      String policyDecisionPoint,
      String accessEvaluationEndpoint,
      String accessEvaluationsEndpoint,
      String searchSubjectEndpoint,
      String searchResourceEndpoint,
      String searchActionEndpoint) {}
}
