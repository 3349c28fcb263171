package io.iamplane.token.oauth;

import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.Public;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
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
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.jboss.logging.Logger;

/** The token endpoint (RFC 6749, section 3.2). */
@RunOnVirtualThread
@Path("/oauth/token")
public class TokenResource {

  static final String PATH = "/oauth/token";
  private static final Logger LOG = Logger.getLogger(TokenResource.class);

  /** Seconds until a client may try again; a recovered database is used within two. */
  private static final String RETRY_AFTER = "2";

  private final TokenService service;
  private final Counter issued;

  TokenResource(TokenService service, MeterRegistry registry) {
    this.service = service;
    this.issued =
        Counter.builder("iam_tokens_issued")
            .description("Access tokens by what the client presented")
            .tag("grant", TokenRequest.CLIENT_CREDENTIALS)
            .register(registry);
  }

  @POST
  @Consumes(MediaType.WILDCARD)
  @Produces(MediaType.APPLICATION_JSON)
  @Public("clients authenticate here with credentials of their own")
  @Operation(
      summary = "Issue an access token to a client",
      description =
          "The client authenticates with HTTP Basic, with client_id and client_secret in the "
              + "form, or with a signed assertion (RFC 7523). Send each parameter once.")
  @RequestBody(
      required = true,
      content =
          @Content(mediaType = Form.MEDIA_TYPE, schema = @Schema(implementation = TokenForm.class)))
  @APIResponse(
      responseCode = "200",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = TokenResponse.class)))
  @APIResponse(
      responseCode = "400",
      description = "The request is not valid, or no token can be issued now (Retry-After)",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = OAuthErrorBody.class)))
  @APIResponse(
      responseCode = "401",
      description = "Client authentication failed",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = OAuthErrorBody.class)))
  @APIResponse(responseCode = "413", description = "The form is too large")
  @APIResponse(responseCode = "429", description = "Too many tokens, or too many failures")
  public Response token(@Context HttpHeaders headers, byte[] body) {
    try {
      TokenRequest request =
          TokenRequest.read(
              header(headers, HttpHeaders.AUTHORIZATION),
              header(headers, HttpHeaders.CONTENT_TYPE),
              body);
      TokenResponse token = service.issue(request);
      issued.increment();
      return uncached(Response.ok(token));
    } catch (OAuthException e) {
      LOG.debugf("no token: %s", e.getMessage());
      return refusal(e);
    } catch (IamException e) {
      if (e.code() != ErrorCode.DEPENDENCY_UNAVAILABLE) {
        throw e;
      }
      LOG.warnf("no token can be issued: %s", e.getCause());
      return refusal(
          new OAuthException(
              OAuthError.TEMPORARILY_UNAVAILABLE, "No token can be issued now. Try again later."));
    }
  }

  private static Response refusal(OAuthException refusal) {
    OAuthError error = refusal.error();
    Response.ResponseBuilder answer =
        Response.status(error.status())
            .entity(new OAuthErrorBody(error.wire(), refusal.description()));
    if (error == OAuthError.INVALID_CLIENT) {
      // RFC 9110, section 11.6.1: every 401 names a scheme, also when another was tried.
      answer.header(HttpHeaders.WWW_AUTHENTICATE, "Basic realm=\"iam\", charset=\"UTF-8\"");
    }
    if (error == OAuthError.TEMPORARILY_UNAVAILABLE) {
      answer.header(HttpHeaders.RETRY_AFTER, RETRY_AFTER);
    }
    return uncached(answer);
  }

  private static Response uncached(Response.ResponseBuilder answer) {
    return answer
        .type(MediaType.APPLICATION_JSON)
        .header(HttpHeaders.CACHE_CONTROL, "no-store")
        .header("Pragma", "no-cache")
        .build();
  }

  private static List<String> header(HttpHeaders headers, String name) {
    List<String> values = headers.getRequestHeader(name);
    return values == null ? List.of() : values;
  }

  /** The body of a refusal (RFC 6749, section 5.2). */
  @RegisterForReflection
  record OAuthErrorBody(String error, String errorDescription) {}
}
