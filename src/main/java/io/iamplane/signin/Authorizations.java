package io.iamplane.signin;

import io.iamplane.shared.Secret;
import io.iamplane.signin.AuthorizationRequest.Prompt;
import io.iamplane.token.Issuer;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.Response;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Answers authorization requests: with a code, or by a way to the sign-in page. */
@Singleton
public class Authorizations {

  private final Sessions sessions;
  private final AuthorizationCodes codes;
  private final SignInAdmission admission;
  private final BrowserCookies cookies;
  private final Issuer issuer;
  private final Clock clock;

  Authorizations(
      Sessions sessions,
      AuthorizationCodes codes,
      SignInAdmission admission,
      BrowserCookies cookies,
      Issuer issuer,
      Clock clock) {
    this.sessions = sessions;
    this.codes = codes;
    this.admission = admission;
    this.cookies = cookies;
    this.issuer = issuer;
    this.clock = clock;
  }

  /**
   * Answers a request from a browser with that session. One that a session answers does not count
   * against the address: where a flood uses its limit up, people who are signed in go on.
   *
   * @param reading of the request, which may ask the database
   * @throws AuthorizationException when no page may be shown, and one is needed
   */
  Response.ResponseBuilder answer(Supplier<AuthorizationRequest> reading, Optional<Secret> secret) {
    Optional<SignInSession> living = secret.flatMap(each -> sessions.ofCookie(each, admission));
    if (living.isEmpty()) {
      admission.begun();
    }
    AuthorizationRequest request = reading.get();
    // The session of another organization's person counts for nothing at an application.
    Optional<SignInSession> session =
        living.filter(each -> request.client().admits(each.organization()));
    if (session.isPresent() && isEnough(session.get(), request)) {
      sessions.use(session.get());
      return withCode(request, session.get());
    }
    if (living.isPresent()) {
      admission.begun();
    }
    if (request.prompt() == Prompt.NEVER) {
      throw request.refusal(
          AuthorizationError.LOGIN_REQUIRED,
          "The person must sign in, but 'prompt=none' forbids showing a page.");
    }
    return PageAnswers.redirect(".." + SignInResource.PATH + "?" + request.query());
  }

  /** Requires that a proof is as strong as a request asks for; the client hears of a refusal. */
  public void requireAssurance(AuthorizationRequest request, SignInProof proof) {
    if (!isStrong(proof, request)) {
      throw request.refusal(
          AuthorizationError.UNMET_AUTHENTICATION_REQUIREMENTS,
          "The sign-in did not reach any level in 'acr_values'.");
    }
  }

  /** Answers a person's request just after the sign-in, and gives the browser the session. */
  public Response.ResponseBuilder answer(AuthorizationRequest request, SignIns.Entered entered) {
    return withCode(request, entered.session())
        .header("Set-Cookie", cookies.keep(entered.secret()));
  }

  private boolean isEnough(SignInSession session, AuthorizationRequest request) {
    Instant now = clock.instant();
    boolean recent =
        request.maxAge() == null || session.proof().isSince(now.minus(request.maxAge()));
    return recent && isStrong(session.proof(), request) && request.prompt() != Prompt.ALWAYS;
  }

  private static boolean isStrong(SignInProof proof, AuthorizationRequest request) {
    return request.aal() == null || proof.aal().compareTo(request.aal()) >= 0;
  }

  private Response.ResponseBuilder withCode(AuthorizationRequest request, SignInSession session) {
    admission.signedIn(session.subject().toString());
    Secret code = codes.issue(request, session);
    return PageAnswers.redirect(request.to().with(Map.of("code", code.reveal()), issuer.value()));
  }
}
