package io.iamplane.http;

import io.iamplane.http.exchange.ApiPaths;
import io.micrometer.core.instrument.Tags;
import io.quarkus.arc.Unremovable;
import io.quarkus.micrometer.runtime.HttpServerMetricsTagsContributor;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.impl.HttpServerRequestInternal;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;

/**
 * The path of a request in the HTTP metrics. They keep a row for each path, and would use the raw
 * path of requests without an operation: made-up paths, sent without a token, would fill all rows
 * and leave none for real ones.
 */
@Singleton
@Unremovable // The figures find it by its type.
class MetricPath implements HttpServerMetricsTagsContributor {

  static final String UNMATCHED = "/unmatched";

  /** The context key of the operation's template, as the framework and its metrics use it. */
  private static final String TEMPLATE = "UrlPathTemplate";

  private static final Tags UNMATCHED_TAG = Tags.of("uri", UNMATCHED);

  /** Hides the path of a request that the server refused by itself, before it came to our code. */
  @Override
  public Tags contribute(Context context) {
    return noted(context.request()) == null ? UNMATCHED_TAG : Tags.empty();
  }

  /** The template of the operation that a request was matched to; null if none was. */
  static @Nullable String template(HttpServerRequest request) {
    Object template = noted(request);
    return template == null || template.equals(UNMATCHED) ? null : template.toString();
  }

  private static @Nullable Object noted(HttpServerRequest request) {
    return request instanceof HttpServerRequestInternal inside
        ? inside.context().getLocal(TEMPLATE)
        : null;
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
