package io.iamplane.signin;

import io.iamplane.shared.Public;
import io.iamplane.shared.Secret;
import io.iamplane.token.FormText;
import io.iamplane.token.IdToken;
import io.iamplane.token.IdTokens;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jspecify.annotations.Nullable;

/**
 * The sign-out endpoint (OpenID Connect RP-Initiated Logout 1.0, section 2): ends sessions that
 * people want to end. An ID token of the session says that its own application asks; otherwise the
 * person is asked, since any page can send a browser here.
 */
@RunOnVirtualThread
@Path(SignOutResource.PATH)
public class SignOutResource {

  public static final String PATH = "/oauth/logout";

  private static final int MAX_STATE = 512;
  private static final String HINT = "id_token_hint";
  private static final String CLIENT = "client_id";
  private static final String RETURN = "post_logout_redirect_uri";
  private static final String STATE = "state";

  private final Sessions sessions;
  private final IdTokens idTokens;
  private final SignInClients clients;
  private final BrowserCookies cookies;
  private final SignInAdmission admission;
  private final PageAnswers answers;

  SignOutResource(
      Sessions sessions,
      IdTokens idTokens,
      SignInClients clients,
      BrowserCookies cookies,
      SignInAdmission admission,
      PageAnswers answers) {
    this.sessions = sessions;
    this.idTokens = idTokens;
    this.clients = clients;
    this.cookies = cookies;
    this.admission = admission;
    this.answers = answers;
  }

  @GET
  @Public("browsers come here with a cookie instead of a token")
  @Operation(hidden = true)
  public Response get(@Context HttpServerRequest request, @Context HttpHeaders headers) {
    return answers.of(headers, () -> answer(PageForm.any(request.query()), headers));
  }

  @POST
  @Consumes(MediaType.WILDCARD)
  @Public("browsers come here with a cookie instead of a token")
  @Operation(hidden = true)
  public Response post(@Context HttpHeaders headers, byte @Nullable [] body) {
    return answers.of(headers, () -> posted(PageForm.any(body), headers));
  }

  /** Leads a form of another site, which no Lax cookie comes with, to a GET, where one does. */
  private Response.ResponseBuilder posted(PageForm asked, HttpHeaders headers) {
    if (cookies.session(headers).isPresent()
        || asked.value(BrowserCookies.FORM_FIELD).isPresent()) {
      return answer(asked, headers);
    }
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String name : List.of(HINT, CLIENT, RETURN, STATE)) {
      asked.value(name).ifPresent(value -> parameters.put(name, value));
    }
    return PageAnswers.redirect(ReturnUris.with("logout", parameters));
  }

  private Response.ResponseBuilder answer(PageForm asked, HttpHeaders headers) {
    Optional<IdToken.Hint> hint = asked.value(HINT).map(this::hint);
    ReturnAddress to = returnAddress(asked, hint);
    Optional<SignInSession> own =
        cookies.session(headers).flatMap(each -> sessions.ofCookie(each, admission));
    Optional<SignInSession> named = hint.map(IdToken.Hint::session).flatMap(sessions::find);
    boolean confirmed = asked.value(BrowserCookies.FORM_FIELD).isPresent();
    if (confirmed) {
      cookies.requireOwnForm(headers, asked.value(BrowserCookies.FORM_FIELD).orElse(""));
    }
    boolean ofHint =
        own.isEmpty() || named.filter(each -> each.id().equals(own.get().id())).isPresent();
    if (!confirmed && !ofHint) {
      return question(asked, headers, hint, to);
    }
    // The hint of an application is in many hands: without the browser's own session it ends none.
    Optional<SignInSession> ending =
        own.or(() -> named.filter(_ -> hint.get().clientId().equals(SignInClients.PANEL)));
    ending.ifPresent(session -> sessions.end(session, session.caller(admission.origin())));
    Response.ResponseBuilder answer =
        to == null ? page(PageLanguage.of(headers), ending.isPresent()) : redirect(to);
    return cookies.session(headers).isPresent()
        ? answer.header("Set-Cookie", cookies.forget())
        : answer;
  }

  private static Response.ResponseBuilder page(PageLanguage language, boolean ended) {
    return ended
        ? HtmlPage.of(language, 200, PageText.SIGNED_OUT, PageText.YOU_HAVE_SIGNED_OUT)
        : HtmlPage.of(language, 200, PageText.NOT_SIGNED_IN, PageText.YOU_ARE_NOT_SIGNED_IN);
  }

  /** Reads a hint, which costs a signature; without a proof the person is asked. */
  private IdToken.Hint hint(String text) {
    return (admission.isSuspect() ? idTokens.unproved(text) : idTokens.hint(text))
        .orElseThrow(() -> {
          admission.refused();
          return new PageException(400, PageText.HINT_REFUSED);
        });
  }

  private @Nullable ReturnAddress returnAddress(PageForm asked, Optional<IdToken.Hint> hint) {
    Optional<String> uri = asked.value(RETURN);
    Optional<String> clientId = asked.value(CLIENT);
    String state = asked.value(STATE).orElse(null);
    if (state != null && (state.length() > MAX_STATE || !FormText.isPrintable(state))) {
      throw new PageException(400, PageText.SIGN_OUT_STATE_TOO_LONG);
    }
    boolean another =
        clientId.isPresent()
            && hint.filter(each -> !each.clientId().equals(clientId.get())).isPresent();
    if (another) {
      throw new PageException(400, PageText.HINT_OF_ANOTHER);
    }
    boolean registered =
        uri.isEmpty()
            || clientId
                .or(() -> hint.map(IdToken.Hint::clientId))
                .flatMap(clients::find)
                .filter(client -> client.takesBackSignedOut(uri.get()))
                .isPresent();
    if (!registered) {
      admission.refused();
      throw new PageException(400, PageText.SIGN_OUT_RETURN_UNKNOWN);
    }
    return uri.map(each -> new ReturnAddress(each, state)).orElse(null);
  }

  private static Response.ResponseBuilder redirect(ReturnAddress to) {
    return PageAnswers.redirect(
        ReturnUris.with(to.uri(), to.state() == null ? Map.of() : Map.of("state", to.state())));
  }

  private Response.ResponseBuilder question(
      PageForm asked,
      HttpHeaders headers,
      Optional<IdToken.Hint> hint,
      @Nullable ReturnAddress to) {
    PageLanguage language = PageLanguage.of(headers);
    Secret form = cookies.form(headers);
    StringBuilder fields = new StringBuilder(BrowserCookies.field(form));
    asked
        .value(CLIENT)
        .or(() -> hint.map(IdToken.Hint::clientId))
        .ifPresent(value -> fields.append(Html.hidden(CLIENT, value)));
    for (String name : List.of(RETURN, STATE)) {
      asked.value(name).ifPresent(value -> fields.append(Html.hidden(name, value)));
    }
    String body =
        """
        <p>%s</p>
        <form method="post" action="logout">%s<button>%s</button></form>\
        """
            .formatted(
                PageText.SIGN_OUT_QUESTION.in(language), fields, PageText.SIGN_OUT.in(language));
    return HtmlPage.withForms(
            language, PageText.SIGN_OUT, body, to == null ? "" : ReturnUris.origin(to.uri()))
        .header("Set-Cookie", cookies.keepForm(form));
  }
}
