package io.iamplane.shared.trace;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;

/**
 * Hands spans to the SDK of OpenTelemetry, which samples and exports them. Which span is under
 * which is our own knowledge: the SDK would keep it on threads.
 */
public final class OtelTracer implements Tracer {

  /** The instrumentation scope of all spans. */
  static final String SCOPE = "io.iamplane";

  private static final String ERROR_TYPE = "error.type";
  private static final int SERVER_ERROR = 500;

  private final io.opentelemetry.api.trace.Tracer sdk;
  private final CurrentSpan<OtelSpan> current = new CurrentSpan<>(OtelSpan.class);

  public OtelTracer(OpenTelemetry telemetry) {
    this.sdk = telemetry.getTracer(SCOPE);
  }

  @Override
  public Span start(SpanName name) {
    OtelSpan parent = current.get();
    return current.enter(begin(name, parent == null ? Context.root() : parent.context()));
  }

  @Override
  public <R> Span start(SpanName name, R request, Headers<R> headers) {
    return current.enterRequest(begin(name, RemoteParent.of(request, headers)));
  }

  private OtelSpan begin(SpanName name, Context parent) {
    return new OtelSpan(
        sdk.spanBuilder(name.wire()).setParent(parent).setSpanKind(kind(name)).startSpan());
  }

  private static SpanKind kind(SpanName name) {
    return switch (name) {
      case REQUEST -> SpanKind.SERVER;
      case WEBHOOK_DELIVER -> SpanKind.CLIENT;
      case AUTHENTICATE,
          AUTHORIZE,
          POLICY_LOAD,
          DECIDE,
          DECISION_LOG,
          CHANGE_RECORD,
          AUDIT_APPEND,
          QUEUE_CLAIM,
          TOKEN_ISSUE,
          JOB,
          COMMAND ->
          SpanKind.INTERNAL;
    };
  }

  private static final class OtelSpan extends NestedSpan {

    private final io.opentelemetry.api.trace.Span span;

    OtelSpan(io.opentelemetry.api.trace.Span span) {
      this.span = span;
    }

    Context context() {
      return Context.root().with(span);
    }

    @Override
    String traceId() {
      return span.getSpanContext().getTraceId();
    }

    @Override
    public boolean isRecording() {
      return span.isRecording();
    }

    @Override
    public void attribute(SpanAttribute key, long value) {
      span.setAttribute(key.wire(), value);
      if (key == SpanAttribute.HTTP_STATUS && value >= SERVER_ERROR) {
        span.setStatus(StatusCode.ERROR);
      }
    }

    @Override
    public void attribute(SpanAttribute key, String value) {
      span.setAttribute(key.wire(), value);
    }

    @Override
    public void attribute(SpanAttribute key, Object value) {
      if (span.isRecording()) {
        span.setAttribute(key.wire(), value.toString());
      }
    }

    @Override
    public void event(String name) {
      span.addEvent(name);
    }

    @Override
    public void error(Throwable error) {
      span.setAttribute(ERROR_TYPE, error.getClass().getName());
      span.setStatus(StatusCode.ERROR);
    }

    @Override
    public String traceparent() {
      SpanContext own = span.getSpanContext();
      return "00-" + own.getTraceId() + '-' + own.getSpanId() + '-' + own.getTraceFlags().asHex();
    }

    @Override
    void finish() {
      span.end();
    }
  }
}
