package io.iamplane.http;

import io.iamplane.http.exchange.AnswerHeaders;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MultivaluedMap;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;

class AnswerHeadersFilter {

  private static final String POLICY = "Content-Security-Policy";

  private final AnswerHeaders always;

  AnswerHeadersFilter(AnswerHeaders always) {
    this.always = always;
  }

  @ServerResponseFilter
  void protect(ContainerResponseContext response) {
    MultivaluedMap<String, Object> headers = response.getHeaders();
    // A page has a policy of its own for what its content may do.
    Object policy = headers.getFirst(POLICY);
    always.always().forEach(headers::putSingle);
    if (policy != null) {
      headers.putSingle(POLICY, policy);
    }
    if (!headers.containsKey(HttpHeaders.CACHE_CONTROL)) {
      headers.putSingle(HttpHeaders.CACHE_CONTROL, "no-store");
    }
  }
}
