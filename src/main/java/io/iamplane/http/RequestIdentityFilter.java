package io.iamplane.http;

import io.iamplane.http.forwarded.Origins;
import io.iamplane.http.limit.Addresses;
import io.iamplane.shared.UuidV7;
import io.iamplane.shared.wire.CurrentCaller;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import java.util.regex.Pattern;
import org.jboss.logging.MDC;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;
import org.jspecify.annotations.Nullable;

/** Gives every request its correlation id, taken from the client when it is fit to be logged. */
class RequestIdentityFilter {

  static final String CORRELATION_ID = "Correlation-Id";
  static final String REQUEST_ID = "X-Request-ID";

  /** Nothing that could break a log line or a header. */
  private static final Pattern FIT = Pattern.compile("[A-Za-z0-9._:+/=-]{1,128}");

  private final RequestIdentity identity;
  private final Origins origins;
  private final CurrentCaller caller;

  RequestIdentityFilter(RequestIdentity identity, Origins origins, CurrentCaller caller) {
    this.identity = identity;
    this.origins = origins;
    this.caller = caller;
  }

  @ServerRequestFilter(preMatching = true, priority = FilterOrder.IDENTITY)
  void identify(ContainerRequestContext request, HttpServerRequest connection) {
    identity.set(correlationId(request), origins.of(connection));
    caller.from(Addresses.network(identity.address()));
    MDC.put("correlation_id", identity.correlationId());
  }

  @ServerResponseFilter
  void echo(ContainerRequestContext request, ContainerResponseContext response) {
    response.getHeaders().putSingle(CORRELATION_ID, identity.correlationId());
    String requestId = request.getHeaderString(REQUEST_ID);
    if (isFit(requestId)) {
      response.getHeaders().putSingle(REQUEST_ID, requestId);
    }
  }

  private static String correlationId(ContainerRequestContext request) {
    String own = request.getHeaderString(CORRELATION_ID);
    if (own != null && isFit(own)) {
      return own;
    }
    String requestId = request.getHeaderString(REQUEST_ID);
    return requestId != null && isFit(requestId) ? requestId : UuidV7.next().toString();
  }

  private static boolean isFit(@Nullable String id) {
    return id != null && FIT.matcher(id).matches();
  }
}
