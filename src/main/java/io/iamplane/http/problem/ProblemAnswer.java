package io.iamplane.http.problem;

import io.iamplane.http.RequestIdentity;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import org.jspecify.annotations.Nullable;

/** Turns a refusal into an answer: status, the headers that its kind asks for, and the body. */
@ApplicationScoped
public class ProblemAnswer {

  public static final String MEDIA_TYPE = "application/problem+json";

  /** How long a client should wait before it tries a dependency again, in seconds. */
  private static final int DEPENDENCY_RETRY_AFTER = 2;

  private final RequestIdentity identity;

  ProblemAnswer(RequestIdentity identity) {
    this.identity = identity;
  }

  String correlationId() {
    return identity.correlationId();
  }

  public Response of(IamException refusal) {
    Response.ResponseBuilder answer =
        Response.status(refusal.code().status())
            .type(MEDIA_TYPE)
            .entity(Problem.of(refusal, identity.correlationId()));
    String challenge = challenge(refusal);
    if (challenge != null) {
      answer.header(HttpHeaders.WWW_AUTHENTICATE, challenge);
    }
    if (refusal.code() == ErrorCode.DEPENDENCY_UNAVAILABLE) {
      answer.header(HttpHeaders.RETRY_AFTER, DEPENDENCY_RETRY_AFTER);
    }
    if (refusal.code() == ErrorCode.TOO_MANY_REQUESTS) {
      answer.header(HttpHeaders.RETRY_AFTER, refusal.members().getOrDefault("retry_after", "60"));
    }
    return answer.build();
  }

  /** RFC 6750, section 3, and RFC 9470, section 3. */
  private static @Nullable String challenge(IamException refusal) {
    return switch (refusal.code()) {
      case UNAUTHORIZED -> {
        String error = refusal.members().get("error");
        yield error == null
            ? "Bearer realm=\"iam\""
            : "Bearer realm=\"iam\", error=\"" + error + '"';
      }
      case STEP_UP_REQUIRED ->
          "Bearer realm=\"iam\", error=\"insufficient_user_authentication\", acr_values=\""
              + refusal.members().getOrDefault("required_aal", "aal2")
              + '"';
      case FORBIDDEN -> {
        String scope = refusal.members().get("scope");
        yield scope == null
            ? null
            : "Bearer realm=\"iam\", error=\"insufficient_scope\", scope=\"" + scope + '"';
      }
      default -> null;
    };
  }
}
