package io.iamplane.http;

import io.iamplane.http.body.Bodies;
import io.iamplane.http.exchange.ApiPaths;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.container.ContainerRequestContext;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/**
 * Accepts any content type of an empty body: clients send none at all, or that of a form. An
 * operation that needs a body refuses an empty one itself.
 */
class EmptyBodyFilter {

  private static final String JSON = "application/json";

  @ServerRequestFilter(preMatching = true, nonBlocking = true, priority = FilterOrder.REQUEST_LINE)
  void typeOfNothing(ContainerRequestContext context, HttpServerRequest request) {
    if (request.path().startsWith(ApiPaths.ADMIN) && !Bodies.isAnnounced(request)) {
      // The one is asked before the other was made, the other afterwards.
      request.headers().set(HttpHeaders.CONTENT_TYPE, JSON);
      context.getHeaders().putSingle(HttpHeaders.CONTENT_TYPE.toString(), JSON);
    }
  }
}
