package io.iamplane.signin;

import io.iamplane.shared.Public;
import io.iamplane.shared.Secret;
import io.quarkus.arc.All;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.stream.Collectors;
import org.eclipse.microprofile.openapi.annotations.Operation;

/**
 * The sign-in page. It stores nothing: the authorization request stands in its URL and in its
 * forms, and is read again with each of them.
 */
@RunOnVirtualThread
@Path(SignInResource.PATH)
public class SignInResource {

  public static final String PATH = "/sign-in";

  /** The field of forms that holds the authorization request. */
  public static final String REQUEST_FIELD = "request";

  private final AuthorizationRequests requests;
  private final List<SignInMethod> methods;
  private final BrowserCookies cookies;
  private final SignInAdmission admission;
  private final PageAnswers answers;

  SignInResource(
      AuthorizationRequests requests,
      @All List<SignInMethod> methods,
      BrowserCookies cookies,
      SignInAdmission admission,
      PageAnswers answers) {
    this.requests = requests;
    this.methods = methods;
    this.cookies = cookies;
    this.admission = admission;
    this.answers = answers;
  }

  @GET
  @Public("people come here before they sign in")
  @Operation(hidden = true)
  public Response page(@Context HttpServerRequest request, @Context HttpHeaders headers) {
    return answers.of(
        headers,
        () -> {
          admission.begun();
          return page(requests.read(request.query()), headers);
        });
  }

  private Response.ResponseBuilder page(AuthorizationRequest request, HttpHeaders headers) {
    if (request.prompt() == AuthorizationRequest.Prompt.NEVER) {
      throw request.refusal(
          AuthorizationError.LOGIN_REQUIRED,
          "The person must sign in, but 'prompt=none' forbids showing a page.");
    }
    if (methods.isEmpty()) {
      throw new PageException(404, PageText.NO_METHOD);
    }
    PageLanguage language = PageLanguage.of(headers);
    Secret form = cookies.form(headers);
    String fields = BrowserCookies.field(form) + Html.hidden(REQUEST_FIELD, request.query());
    return HtmlPage.withScript(
            language,
            PageText.SIGN_IN,
            methods.stream()
                .map(each -> each.part(request, form, fields, language))
                .collect(Collectors.joining()),
            request.returnOrigin())
        .header("Set-Cookie", cookies.keepForm(form));
  }
}
