package io.iamplane.http.problem;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.shared.IamException;
import io.iamplane.shared.UuidV7;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.UncheckedIOException;

/** Sends a problem where JAX-RS does not reach: before a request is routed. */
@ApplicationScoped
public class PlainProblem {

  private final ObjectMapper mapper;

  PlainProblem(ObjectMapper mapper) {
    this.mapper = mapper;
  }

  /** Answers and closes: what is left of the request is not read. */
  public void send(RoutingContext request, IamException refusal) {
    String correlationId = UuidV7.next().toString();
    HttpServerResponse response = request.response();
    response
        .setStatusCode(refusal.code().status())
        .putHeader(HttpHeaders.CONTENT_TYPE, ProblemAnswer.MEDIA_TYPE)
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
        .putHeader("X-Content-Type-Options", "nosniff")
        .putHeader("Correlation-Id", correlationId)
        .putHeader(HttpHeaders.CONNECTION, "close")
        .end(json(Problem.of(refusal, correlationId)));
  }

  private String json(Problem problem) {
    try {
      return mapper.writeValueAsString(problem);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
