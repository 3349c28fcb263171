package io.iamplane.http;

import io.iamplane.http.exchange.ApiPaths;
import io.iamplane.http.exchange.RequestSender;
import io.iamplane.shared.trace.NullTracer;
import io.iamplane.shared.trace.Span;
import io.iamplane.shared.trace.SpanAttribute;
import io.iamplane.shared.trace.SpanName;
import io.iamplane.shared.trace.Tracer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;

/**
 * The span of a request. It has the template of the path and no free text of a client: a path, a
 * query or a header may hold confidential data.
 */
@Singleton
class RequestTrace {

  /** In place of a method that HTTP does not know, as OpenTelemetry has it. */
  private static final String OTHER_METHOD = "_OTHER";

  private static final Tracer.Headers<HttpServerRequest> HEADERS = HttpServerRequest::getHeader;

  private final Tracer tracer;

  RequestTrace(Tracer tracer) {
    this.tracer = tracer;
  }

  /** To be called before anything else begins for the request, on its own context. */
  Span begin(HttpServerRequest request) {
    if (ApiPaths.isProbe(request.path())) {
      // Every second, of every replica, and of no interest while they are answered.
      return NullTracer.INSTANCE.start(SpanName.REQUEST);
    }
    return tracer.start(SpanName.REQUEST, request, HEADERS);
  }

  /** To be called when the answer has ended, or can no more. */
  static void end(Span span, RoutingContext context) {
    if (span.isRecording()) {
      tell(span, context);
    }
    span.end();
  }

  private static void tell(Span span, RoutingContext context) {
    HttpMethod method = context.request().method();
    span.attribute(
        SpanAttribute.HTTP_METHOD,
        HttpMethod.values().contains(method) ? method.name() : OTHER_METHOD);
    String route = MetricPath.template(context.request());
    if (route != null) {
      span.attribute(SpanAttribute.HTTP_ROUTE, route);
    }
    span.attribute(SpanAttribute.HTTP_STATUS, context.response().getStatusCode());
    RequestSender sender = RequestSender.find(context);
    if (sender != null) {
      span.attribute(SpanAttribute.CORRELATION_ID, sender.correlationId());
    }
  }
}
