package io.iamplane.http.problem;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.http.exchange.AnswerHeaders;
import io.iamplane.http.exchange.RequestSender;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.UuidV7;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.HttpHeaders;
import java.io.UncheckedIOException;
import java.util.Map;

/** Sends a problem where JAX-RS does not reach: before a request is routed. */
@Singleton
public class PlainProblem {

  /** The detail of an internal error. */
  static final String UNEXPECTED = "Search the server log for the correlation_id.";

  static final String MEDIA_TYPE = "application/problem+json";

  private static final String CONNECTION = "Connection";

  private final ObjectMapper mapper;
  private final AnswerHeaders always;

  PlainProblem(ObjectMapper mapper, AnswerHeaders always) {
    this.mapper = mapper;
    this.always = always;
  }

  /**
   * Answers a request that passed the doorway, with more headers beside those of every answer, of
   * its sender, and those that the refusal asks for.
   */
  public void send(RoutingContext request, IamException refusal, Map<String, String> more) {
    more.forEach(request.response()::putHeader);
    RequestSender sender = RequestSender.of(request);
    send(request, refusal, sender.correlationId(), sender.headers());
  }

  private void send(
      RoutingContext request,
      IamException refusal,
      String correlationId,
      Map<String, String> headers) {
    HttpServerResponse response = request.response().setStatusCode(refusal.code().status());
    always.always().forEach(response::putHeader);
    ProblemHeaders.of(refusal).forEach(response::putHeader);
    headers.forEach(response::putHeader);
    response
        .putHeader(HttpHeaders.CONTENT_TYPE, MEDIA_TYPE)
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
        .end(json(Problem.of(refusal, correlationId)));
  }

  /** Answers a request that failed for a reason of ours. */
  public void sendUnexpected(RoutingContext request) {
    send(request, IamException.of(ErrorCode.INTERNAL_ERROR, UNEXPECTED), Map.of());
  }

  /** Answers one of no known sender as the last of this connection; over HTTP/2, of this stream. */
  public void sendAsLast(RoutingContext request, IamException refusal) {
    if (request.request().version() != HttpVersion.HTTP_2) {
      // HTTP/2 has no such header (RFC 9113, section 8.2.2); there the stream ends by itself.
      request.response().putHeader(CONNECTION, "close");
    }
    String correlationId = UuidV7.next().toString();
    send(request, refusal, correlationId, Map.of(RequestSender.CORRELATION_ID, correlationId));
  }

  private String json(Problem problem) {
    try {
      return mapper.writeValueAsString(problem);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
