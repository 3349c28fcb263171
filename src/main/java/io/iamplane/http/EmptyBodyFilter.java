package io.iamplane.http;

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
    if (request.path().startsWith(ApiPaths.ADMIN) && isEmpty(request)) {
      // The one is asked before the other was made, the other afterwards.
      request.headers().set(HttpHeaders.CONTENT_TYPE, JSON);
      context.getHeaders().putSingle(HttpHeaders.CONTENT_TYPE.toString(), JSON);
    }
  }

  private static boolean isEmpty(HttpServerRequest request) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    return switch (request.version()) {
      case HTTP_1_0, HTTP_1_1 ->
          length == null
              ? !request.headers().contains(HttpHeaders.TRANSFER_ENCODING)
              : length.equals("0");
      // A body of unannounced length looks like no body before it is read.
      case HTTP_2 -> "0".equals(length);
    };
  }
}
