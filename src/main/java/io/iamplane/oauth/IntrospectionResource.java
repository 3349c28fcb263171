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
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;

/** The introspection endpoint (RFC 7662). */
@RunOnVirtualThread
@Path("/oauth/introspect")
public class IntrospectionResource {

  static final String PATH = "/oauth/introspect";

  private final IntrospectionService service;

  IntrospectionResource(IntrospectionService service) {
    this.service = service;
  }

  @POST
  @Consumes(MediaType.WILDCARD)
  @Produces(MediaType.APPLICATION_JSON)
  @Public("clients authenticate with their own credentials")
  @Operation(
      summary = "Check whether a token is active",
      description =
          "Available to the token's own client and to clients in the same organization that may"
              + " request decisions (`iam:decisions.check`). If the token is not active or cannot"
              + " be checked at the moment, or if the client may not introspect it, the response"
              + " is only `{\"active\":false}`. The client authenticates in the same way as for `/oauth/token`.")
  @RequestBody(
      required = true,
      content =
          @Content(
              mediaType = Form.MEDIA_TYPE,
              schema = @Schema(implementation = PresentedTokenForm.class)))
  @APIResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = IntrospectionResponse.class)))
  @APIResponse(
      responseCode = "400",
      description = "The request is not valid",
      content = @Content(schema = @Schema(implementation = OAuthAnswers.OAuthErrorBody.class)))
  @APIResponse(
      responseCode = "401",
      description = "Client authentication failed",
      content = @Content(schema = @Schema(implementation = OAuthAnswers.OAuthErrorBody.class)))
  @APIResponse(responseCode = "413", description = "The form is too large")
  @APIResponse(responseCode = "429", description = "Too many requests or too many failed attempts")
  public Response introspect(@Context HttpHeaders headers, byte[] body) {
    return OAuthAnswers.of(
        () -> Response.ok(service.introspect(PresentedToken.read(Form.read(headers, body)))),
        () -> Response.ok(IntrospectionResponse.INACTIVE));
  }
}
