package io.iamplane.signin;

import io.iamplane.shared.Public;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** The authorization endpoint (RFC 6749, section 3.1), which browsers come to. */
@RunOnVirtualThread
@Path(AuthorizationResource.PATH)
public class AuthorizationResource {

  public static final String PATH = "/oauth/authorize";

  private final AuthorizationRequests requests;
  private final PushedRequests pushed;
  private final Authorizations authorizations;
  private final BrowserCookies cookies;
  private final PageAnswers answers;

  AuthorizationResource(
      AuthorizationRequests requests,
      PushedRequests pushed,
      Authorizations authorizations,
      BrowserCookies cookies,
      PageAnswers answers) {
    this.requests = requests;
    this.pushed = pushed;
    this.authorizations = authorizations;
    this.cookies = cookies;
    this.answers = answers;
  }

  @GET
  @Public("people come here before they sign in")
  @Operation(hidden = true)
  public Response authorize(@Context HttpServerRequest request, @Context HttpHeaders headers) {
    return answers.of(
        headers,
        () ->
            authorizations.answer(
                () -> requests.read(pushed.resolve(request.query())), cookies.session(headers)));
  }
}
