package io.iamplane.http;

import io.iamplane.http.exchange.ApiPaths;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.impl.HttpServerRequestInternal;
import io.vertx.ext.web.RoutingContext;
import org.jspecify.annotations.Nullable;

/**
 * The path that the figures of HTTP show for a request. They keep a row for each path, and would
 * take what is asked for it until an operation is matched: made-up paths would fill the rows that
 * are there, without a token, and real ones get none.
 */
final class MetricPath {

  /** Of requests that no operation was matched for. */
  static final String UNMATCHED = "/unmatched";

  /** Where the framework puts the template of the operation, and where the figures find it. */
  private static final String TEMPLATE = "UrlPathTemplate";

  private MetricPath() {}

  /** Whether a request came to be routed. */
  static boolean isKnown(HttpServerRequest request) {
    return request instanceof HttpServerRequestInternal inside
        && inside.context().getLocal(TEMPLATE) != null;
  }

  /** The template of the operation that a request was matched to; null if none was. */
  static @Nullable String template(HttpServerRequest request) {
    Object template =
        request instanceof HttpServerRequestInternal inside
            ? inside.context().getLocal(TEMPLATE)
            : null;
    return template == null || template.equals(UNMATCHED) ? null : template.toString();
  }

  /** To be called before the request is routed. */
  static void begin(RoutingContext context) {
    HttpServerRequest request = context.request();
    if (request instanceof HttpServerRequestInternal inside) {
      String path = request.path();
      inside
          .context()
          .putLocal(TEMPLATE, path != null && ApiPaths.isEndpoint(path) ? path : UNMATCHED);
    }
  }
}
