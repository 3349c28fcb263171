package io.iamplane.oauth;

import io.iamplane.shared.Public;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;

/** The revocation endpoint (RFC 7009). */
@RunOnVirtualThread
@Path("/oauth/revoke")
public class RevocationResource {

  static final String PATH = "/oauth/revoke";

  private final RevocationService service;

  RevocationResource(RevocationService service) {
    this.service = service;
  }

  @POST
  @Consumes(MediaType.WILDCARD)
  @Produces(MediaType.APPLICATION_JSON)
  @Public("clients authenticate with their own credentials")
  @Operation(
      summary = "Revoke a token",
      description =
          "Available to the token's own client and to clients in the same organization that may"
              + " manage clients (`iam:clients.manage`). The response is the same for every token,"
              + " even if the token is unknown or expired, or if the client is not allowed to revoke it."
              + " Every replica rejects a revoked token within a second. The client authenticates"
              + " in the same way as for `/oauth/token`; a public client sends its `client_id` and can revoke the"
              + " access tokens and refresh tokens that were issued to it.")
  @RequestBody(
      required = true,
      content =
          @Content(
              mediaType = Form.MEDIA_TYPE,
              schema = @Schema(implementation = PresentedTokenForm.class)))
  @APIResponse(
      responseCode = "200",
      description =
          "The token, if the client may revoke it, is no longer active; the body is an empty"
              + " object",
      content = @Content(schema = @Schema(type = SchemaType.OBJECT)))
  @APIResponse(
      responseCode = "400",
      description =
          "The request is not valid, or the token cannot be revoked at the moment (see"
              + " Retry-After)",
      content = @Content(schema = @Schema(implementation = OAuthAnswers.OAuthErrorBody.class)))
  @APIResponse(
      responseCode = "401",
      description = "Client authentication failed",
      content = @Content(schema = @Schema(implementation = OAuthAnswers.OAuthErrorBody.class)))
  @APIResponse(responseCode = "413", description = "The form is too large")
  @APIResponse(
      responseCode = "429",
      description = "Too many revocations or too many failed attempts")
  public Response revoke(@Context HttpHeaders headers, byte[] body) {
    return OAuthAnswers.of(
        () -> {
          revoke(Form.read(headers, body));
          return Response.ok(Map.of());
        },
        "The token cannot be revoked at the moment. Try again later.");
  }

  private void revoke(Form form) {
    Optional<String> clientId = form.value("client_id");
    if (clientId.isPresent() && !ClientCredentials.arePresent(form)) {
      service.revokeHeld(clientId.get(), PresentedToken.text(form));
    } else {
      service.revoke(PresentedToken.read(form));
    }
  }
}
