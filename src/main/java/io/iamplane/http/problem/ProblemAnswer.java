package io.iamplane.http.problem;

import io.iamplane.http.exchange.RequestIdentity;
import io.iamplane.shared.IamException;
import io.iamplane.token.DpopProof;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.Response;

/** Turns a refusal into an answer: status, the headers that its kind asks for, and the body. */
@Singleton
class ProblemAnswer {

  public static final String MEDIA_TYPE = "application/problem+json";

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
    // A client is challenged in the scheme that it uses (RFC 9449, section 7.1).
    ProblemHeaders.of(
            identity.hasProof() ? refusal.with(ProblemHeaders.SCHEME, DpopProof.NAME) : refusal)
        .forEach(answer::header);
    return answer.build();
  }
}
