package io.iamplane.shared.trace;

import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The span of a caller, as a request names it (W3C Trace Context). */
final class RemoteParent {

  private RemoteParent() {}

  /** Under the caller's span; at the root when the request names none, or none that is valid. */
  static <R> Context of(R request, Tracer.Headers<R> headers) {
    return W3CTraceContextPropagator.getInstance()
        .extract(Context.root(), request, new Getter<>(headers));
  }

  private record Getter<R>(Tracer.Headers<R> headers) implements TextMapGetter<R> {

    @Override
    public Iterable<String> keys(R request) {
      return List.of("traceparent", "tracestate");
    }

    @Override
    public @Nullable String get(@Nullable R request, String name) {
      return request == null ? null : headers.get(request, name);
    }
  }
}
