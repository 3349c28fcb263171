package io.iamplane.http.problem;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.shared.IamException;
import io.iamplane.shared.UuidV7;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
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

  /** Answers as the last thing on this connection; over HTTP/2, of this stream. */
  public void send(RoutingContext request, IamException refusal) {
    String correlationId = UuidV7.next().toString();
    HttpServerResponse response = request.response();
    response
        .setStatusCode(refusal.code().status())
        .putHeader(HttpHeaders.CONTENT_TYPE, ProblemAnswer.MEDIA_TYPE)
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
        .putHeader("X-Content-Type-Options", "nosniff")
        .putHeader("Correlation-Id", correlationId);
    if (request.request().version() != HttpVersion.HTTP_2) {
      // HTTP/2 has no such header (RFC 9113, section 8.2.2); there the stream ends by itself.
      response.putHeader(HttpHeaders.CONNECTION, "close");
    }
    response.end(json(Problem.of(refusal, correlationId)));
  }

  private String json(Problem problem) {
    try {
      return mapper.writeValueAsString(problem);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
