package io.iamplane.oauth;

import io.iamplane.shared.Public;
import io.iamplane.signin.PushedRequests;
import io.iamplane.signin.SignInClient;
import io.iamplane.signin.SignInClients;
import io.iamplane.token.DpopProof;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.jspecify.annotations.Nullable;

/** The endpoint for pushed authorization requests (RFC 9126, section 2). */
@RunOnVirtualThread
@Path(PushedRequestResource.PATH)
public class PushedRequestResource {

  static final String PATH = "/oauth/par";
  private static final String DPOP_JKT = "dpop_jkt";

  private final PushedRequests pushed;
  private final SignInClients clients;
  private final SignInClientProof clientProof;
  private final TokenProofs proofs;

  PushedRequestResource(
      PushedRequests pushed,
      SignInClients clients,
      SignInClientProof clientProof,
      TokenProofs proofs) {
    this.pushed = pushed;
    this.clients = clients;
    this.clientProof = clientProof;
    this.proofs = proofs;
  }

  /** The name of a kept request, good for one use, and the seconds that it is kept. */
  @RegisterForReflection
  record PushedRequest(String requestUri, long expiresIn) {

    @Override
    public String toString() {
      return "pushed request";
    }
  }

  @POST
  @Consumes(MediaType.WILDCARD)
  @Produces(MediaType.APPLICATION_JSON)
  @Public("clients push requests before a person signs in")
  @Operation(
      summary = "Push an authorization request and get a URI that refers to it",
      description =
          "The form takes the parameters of `/oauth/authorize`; a confidential client authenticates"
              + " in the same way as for `/oauth/token`. Within 60 seconds, send the browser to `/oauth/authorize`"
              + " with `client_id` and `request_uri`; the URI works only once. A `DPoP` header"
              + " with a proof (RFC 9449) binds the code to the proof's key, as `dpop_jkt` does.")
  @RequestBody(
      required = true,
      content =
          @Content(
              mediaType = Form.MEDIA_TYPE,
              schema = @Schema(implementation = PushedRequestForm.class)))
  @APIResponse(
      responseCode = "201",
      description = "The request is stored for 60 seconds",
      content = @Content(schema = @Schema(implementation = PushedRequest.class)))
  @APIResponse(
      responseCode = "400",
      description =
          "The request is not valid, or it cannot be stored at the moment (see Retry-After)",
      content = @Content(schema = @Schema(implementation = OAuthAnswers.OAuthErrorBody.class)))
  @APIResponse(
      responseCode = "401",
      description = "Client authentication failed",
      content = @Content(schema = @Schema(implementation = OAuthAnswers.OAuthErrorBody.class)))
  @APIResponse(responseCode = "413", description = "The form is too large")
  @APIResponse(responseCode = "429", description = "Too many pushed requests")
  public Response push(@Context HttpHeaders headers, byte[] body) {
    return OAuthAnswers.of(
        () -> {
          Form form = Form.read(headers, body);
          String text = new String(body, StandardCharsets.ISO_8859_1);
          List<String> proof = OAuthAnswers.header(headers, DpopProof.NAME);
          return push(form, () -> bound(form, text, proofs.pushed(proof)));
        },
        "The request cannot be stored at the moment. Try again later.");
  }

  /** The form with the key of a proof (RFC 9449, section 10.1). */
  private static String bound(Form form, String text, @Nullable String key) {
    if (key == null) {
      return text;
    }
    Optional<String> named = form.value(DPOP_JKT);
    if (named.isPresent() && !named.get().equals(key)) {
      throw new OAuthException(
          OAuthError.INVALID_DPOP_PROOF,
          "'dpop_jkt' must be the thumbprint of the DPoP proof's key.");
    }
    return named.isPresent() ? text : text + "&" + DPOP_JKT + "=" + key;
  }

  private Response.ResponseBuilder push(Form form, Supplier<String> text) {
    if (!clients.areOffered()) {
      throw OAuthException.invalidClient();
    }
    SignInClient client = clientProof.of(form);
    try {
      return Response.status(Response.Status.CREATED)
          .entity(
              new PushedRequest(
                  pushed.push(client, text).reveal(), PushedRequests.LIFETIME.toSeconds()));
    } catch (PushedRequests.RefusedException e) {
      return Response.status(Response.Status.BAD_REQUEST)
          .entity(new OAuthAnswers.OAuthErrorBody(e.error(), e.description()));
    }
  }
}
