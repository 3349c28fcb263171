package io.iamplane.oauth;

import io.iamplane.shared.IamException;
import io.iamplane.shared.Public;
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

/**
 * Publishes the endpoints: one document, where OAuth looks for it (RFC 8414, section 3) and where
 * OpenID Connect does (Discovery 1.0, section 4).
 */
@RunOnVirtualThread
@Path("/.well-known")
public class MetadataResource {

  private final ServerMetadata.Source source;

  MetadataResource(ServerMetadata.Source source) {
    this.source = source;
  }

  @GET
  @Path("oauth-authorization-server")
  @Produces(MediaType.APPLICATION_JSON)
  @Public("clients read it before they have a token")
  @Operation(summary = "Read the OAuth server metadata (RFC 8414)")
  @APIResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = ServerMetadata.class)))
  public Response metadata() {
    return cached(source.get());
  }

  @GET
  @Path("openid-configuration")
  @Produces(MediaType.APPLICATION_JSON)
  @Public("clients read it before they have a token")
  @Operation(
      summary = "Read the server metadata at its OpenID Connect location",
      description = "Returns 404 if sign-in is not set up on this server.")
  @APIResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = ServerMetadata.class)))
  public Response openIdConfiguration() {
    ServerMetadata metadata = source.get();
    if (metadata.authorizationEndpoint() == null) {
      throw IamException.notFound();
    }
    return cached(metadata);
  }

  private static Response cached(ServerMetadata metadata) {
    return Response.ok(metadata).header(HttpHeaders.CACHE_CONTROL, "public, max-age=300").build();
  }
}
