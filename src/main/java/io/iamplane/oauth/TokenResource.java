package io.iamplane.oauth;

import io.iamplane.shared.Public;
import io.iamplane.shared.Secret;
import io.iamplane.signin.SignInClients;
import io.iamplane.token.DpopProof;
import io.iamplane.token.KeyProof;
import io.iamplane.token.TokenVerifier;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
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

/** The token endpoint (RFC 6749, section 3.2). */
@RunOnVirtualThread
@Path("/oauth/token")
public class TokenResource {

  static final String PATH = "/oauth/token";

  private final TokenService service;
  private final CodeService codes;
  private final RefreshService refreshes;
  private final ExchangeService exchanges;
  private final SignInClients people;
  private final SignInClientProof clients;
  private final TokenProofs proofs;
  private final TokenAdmission admission;
  private final TokenVerifier verifier;
  private final Counter issued;
  private final Counter issuedForCodes;
  private final Counter refreshed;
  private final Counter exchanged;

  TokenResource(
      TokenService service,
      CodeService codes,
      RefreshService refreshes,
      ExchangeService exchanges,
      SignInClients people,
      SignInClientProof clients,
      TokenProofs proofs,
      TokenAdmission admission,
      TokenVerifier verifier,
      MeterRegistry registry) {
    this.service = service;
    this.codes = codes;
    this.refreshes = refreshes;
    this.exchanges = exchanges;
    this.people = people;
    this.clients = clients;
    this.proofs = proofs;
    this.admission = admission;
    this.verifier = verifier;
    this.issued = counter(registry, TokenRequest.CLIENT_CREDENTIALS);
    this.issuedForCodes = counter(registry, CodeService.AUTHORIZATION_CODE);
    this.refreshed = counter(registry, RefreshService.REFRESH_TOKEN);
    this.exchanged = counter(registry, "token_exchange");
  }

  private static Counter counter(MeterRegistry registry, String grant) {
    return Counter.builder("iam_tokens_issued")
        .description("Access tokens issued, by grant type")
        .tag("grant", grant)
        .register(registry);
  }

  @POST
  @Consumes(MediaType.WILDCARD)
  @Produces(MediaType.APPLICATION_JSON)
  @Public("clients authenticate with their own credentials")
  @Operation(
      summary = "Issue an access token to a client",
      description =
          "The client authenticates with HTTP Basic, with `client_id` and `client_secret` in the"
              + " form, or with a signed assertion (RFC 7523). An application presents a code with"
              + " its verifier (RFC 7636), or a refresh token; a public application sends its"
              + " `client_id` without a credential. Only `resource` may be repeated. A `DPoP`"
              + " header with a proof (RFC 9449) binds the token to the proof's key.")
  @RequestBody(
      required = true,
      content =
          @Content(mediaType = Form.MEDIA_TYPE, schema = @Schema(implementation = TokenForm.class)))
  @APIResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = TokenResponse.class)))
  @APIResponse(
      responseCode = "400",
      description =
          "The request is not valid, or no token can be issued at the moment (see Retry-After)",
      content = @Content(schema = @Schema(implementation = OAuthAnswers.OAuthErrorBody.class)))
  @APIResponse(
      responseCode = "401",
      description = "Client authentication failed",
      content = @Content(schema = @Schema(implementation = OAuthAnswers.OAuthErrorBody.class)))
  @APIResponse(responseCode = "413", description = "The form is too large")
  @APIResponse(
      responseCode = "429",
      description = "Too many token requests or too many failed attempts")
  public Response token(@Context HttpHeaders headers, byte[] body) {
    return OAuthAnswers.of(
        () ->
            Response.ok(
                token(
                    Form.read(headers, body),
                    proofs.of(OAuthAnswers.header(headers, DpopProof.NAME)))),
        "No token can be issued at the moment. Try again later.");
  }

  private TokenResponse token(Form form, KeyProof proof) {
    String grant = people.areOffered() ? form.value("grant_type").orElse("") : "";
    return switch (grant) {
      case CodeService.AUTHORIZATION_CODE ->
          counted(remembered(codes.redeem(clients.of(form), form, proof)), issuedForCodes);
      case RefreshService.REFRESH_TOKEN ->
          counted(remembered(refreshes.refresh(clients.of(form), form, proof)), refreshed);
      case ExchangeRequest.TOKEN_EXCHANGE ->
          counted(exchanges.exchange(ExchangeRequest.read(form), proof), exchanged);
      default -> counted(remembered(service.issue(TokenRequest.read(form), proof)), issued);
    };
  }

  /** A client at an address that failed too often gets in by its new token. */
  private TokenResponse remembered(TokenResponse token) {
    if (admission.isSuspect()) {
      verifier.issued(new Secret(token.accessToken()));
    }
    return token;
  }

  private static TokenResponse counted(TokenResponse token, Counter counter) {
    counter.increment();
    return token;
  }
}
