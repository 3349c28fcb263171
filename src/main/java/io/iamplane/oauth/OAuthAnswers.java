package io.iamplane.oauth;

import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/** Answers of the OAuth endpoints: never stored by a cache, refusals in OAuth's own form. */
final class OAuthAnswers {

  private static final Logger LOG = Logger.getLogger(OAuthAnswers.class);

  /** Seconds until a client may try again; a recovered database is used within two. */
  private static final String RETRY_AFTER = "2";

  private OAuthAnswers() {}

  /**
   * The supplied answer, or a refusal in its place, or {@code unavailable} if a dependency is down.
   *
   * @throws IamException for errors without a form in OAuth
   */
  static Response of(
      Supplier<Response.ResponseBuilder> answer, Supplier<Response.ResponseBuilder> unavailable) {
    try {
      return uncached(answer.get());
    } catch (OAuthException e) {
      LOG.debugf("OAuth request refused: %s", e.getMessage());
      return refusal(e);
    } catch (IamException e) {
      if (e.code() != ErrorCode.DEPENDENCY_UNAVAILABLE) {
        throw e;
      }
      LOG.warnf("a dependency is unavailable: %s", e.getCause());
      return uncached(unavailable.get());
    }
  }

  /** The same; the refusal while a dependency is down (RFC 6749 has none) is never a 5xx. */
  static Response of(Supplier<Response.ResponseBuilder> answer, String unavailable) {
    return of(
        answer,
        () ->
            answer(new OAuthException(OAuthError.TEMPORARILY_UNAVAILABLE, unavailable))
                .header(HttpHeaders.RETRY_AFTER, RETRY_AFTER));
  }

  static List<String> header(HttpHeaders headers, String name) {
    List<String> values = headers.getRequestHeader(name);
    return values == null ? List.of() : values;
  }

  private static Response refusal(OAuthException refusal) {
    Response.ResponseBuilder answer = answer(refusal);
    if (refusal.error() == OAuthError.INVALID_CLIENT) {
      // RFC 9110, section 11.6.1: every 401 names a scheme, also when another was tried.
      answer.header(HttpHeaders.WWW_AUTHENTICATE, "Basic realm=\"iam\", charset=\"UTF-8\"");
    }
    return uncached(answer);
  }

  private static Response.ResponseBuilder answer(OAuthException refusal) {
    return Response.status(refusal.error().status())
        .entity(new OAuthErrorBody(refusal.error().wire(), refusal.description()));
  }

  private static Response uncached(Response.ResponseBuilder answer) {
    return answer
        .type(MediaType.APPLICATION_JSON)
        .header(HttpHeaders.CACHE_CONTROL, "no-store")
        .header("Pragma", "no-cache")
        .build();
  }

  /** The body of a refusal (RFC 6749, section 5.2). */
  @RegisterForReflection
  record OAuthErrorBody(String error, String errorDescription) {}
}
