package io.iamplane.decision.authzen;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

/** An invalid AuthZEN request; answered 400 with its message. */
final class BadEvaluation extends RuntimeException {

  private static final long serialVersionUID = 1;

  BadEvaluation(String message) {
    super(message, null, false, false);
  }

  String text() {
    return String.valueOf(getMessage());
  }

  /** Its message as a JSON string (section 10.1.6 of AuthZEN 1.0). */
  Response answer(ObjectMapper mapper) throws JsonProcessingException {
    return Response.status(Response.Status.BAD_REQUEST)
        .type(MediaType.APPLICATION_JSON)
        .entity(mapper.writeValueAsString(text()))
        .build();
  }
}
