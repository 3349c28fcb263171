package io.iamplane.token.oauth;

import io.iamplane.key.Es256;
import io.iamplane.shared.Public;
import io.iamplane.token.Issuer;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;

/** Publishes the endpoints (RFC 8414, section 3). */
@RunOnVirtualThread
@Path("/.well-known/oauth-authorization-server")
public class MetadataResource {

  /** One authentication at all three endpoints. */
  private static final List<String> METHODS =
      List.of("client_secret_basic", "client_secret_post", "private_key_jwt");

  private static final List<String> ALGORITHMS = List.of(Es256.ALG);

  private final Issuer issuer;

  MetadataResource(Issuer issuer) {
    this.issuer = issuer;
  }

  @GET
  @Produces(MediaType.APPLICATION_JSON)
  @Public("clients read it before they hold any token")
  @Operation(summary = "Where the OAuth endpoints are, and what they take")
  @APIResponse(
      responseCode = "200",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = ServerMetadata.class)))
  public Response metadata() {
    ServerMetadata metadata =
        new ServerMetadata(
            issuer.value(),
            issuer.url(TokenResource.PATH),
            issuer.url("/.well-known/jwks.json"),
            issuer.url(IntrospectionResource.PATH),
            issuer.url(RevocationResource.PATH),
            List.of(),
            List.of(TokenRequest.CLIENT_CREDENTIALS),
            METHODS,
            ALGORITHMS,
            METHODS,
            ALGORITHMS,
            METHODS,
            ALGORITHMS);
    return Response.ok(metadata).header(HttpHeaders.CACHE_CONTROL, "public, max-age=300").build();
  }

  /**
   * What this server does, complete and true (RFC 8414, section 2). {@code
   * response_types_supported} is required there; without an authorization endpoint it is empty.
   */
  @RegisterForReflection
  record ServerMetadata(
      String issuer,
      String tokenEndpoint,
      String jwksUri,
      String introspectionEndpoint,
      String revocationEndpoint,
      List<String> responseTypesSupported,
      List<String> grantTypesSupported,
      List<String> tokenEndpointAuthMethodsSupported,
      List<String> tokenEndpointAuthSigningAlgValuesSupported,
      List<String> introspectionEndpointAuthMethodsSupported,
      List<String> introspectionEndpointAuthSigningAlgValuesSupported,
      List<String> revocationEndpointAuthMethodsSupported,
      List<String> revocationEndpointAuthSigningAlgValuesSupported) {}
}
