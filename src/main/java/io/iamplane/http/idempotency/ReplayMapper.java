package io.iamplane.http.idempotency;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Sends a stored answer again, marked as such. */
class ReplayMapper {

  @ServerExceptionMapper
  Response replay(ReplayedAnswer replayed) {
    IdempotentAnswer answer = replayed.answer();
    Response.ResponseBuilder response =
        Response.status(answer.status()).header("Idempotency-Replayed", "true");
    answer.headers().forEach(response::header);
    if (answer.body() != null) {
      response.type(MediaType.APPLICATION_JSON_TYPE.withCharset("UTF-8")).entity(answer.body());
    }
    return response.build();
  }
}
