package io.iamplane.shared.trace;

import io.iamplane.shared.Ticker;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanId;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceId;
import io.opentelemetry.api.trace.TraceState;
import java.util.HexFormat;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes one line for each span at its end, as {@code key=value} pairs: the span's name and
 * duration first, then its place in the trace, the correlation id where one is known, the
 * attributes of the span, and the type of the error.
 */
public final class LogTracer implements Tracer {

  private final Ticker ticker;
  private final LongSupplier random;
  private final Supplier<@Nullable String> correlationId;
  private final Consumer<String> sink;
  private final CurrentSpan<LogSpan> current = new CurrentSpan<>(LogSpan.class);

  /**
   * @param random for the ids of traces and spans, which are no secrets
   * @param correlationId the id of the present request; null outside one
   */
  public LogTracer(
      Ticker ticker,
      LongSupplier random,
      Supplier<@Nullable String> correlationId,
      Consumer<String> sink) {
    this.ticker = ticker;
    this.random = random;
    this.correlationId = correlationId;
    this.sink = sink;
  }

  @Override
  public Span start(SpanName name) {
    LogSpan parent = current.get();
    return current.enter(
        new LogSpan(name, parent == null ? SpanContext.getInvalid() : parent.own, parent));
  }

  @Override
  public <R> Span start(SpanName name, R request, Headers<R> headers) {
    SpanContext caller =
        io.opentelemetry.api.trace.Span.fromContext(RemoteParent.of(request, headers))
            .getSpanContext();
    return current.enterRequest(new LogSpan(name, caller, null));
  }

  private final class LogSpan extends NestedSpan {

    private static final long NANOS_PER_MICRO = 1_000;

    private final SpanName name;
    private final SpanContext parent;
    private final SpanContext own;
    private final @Nullable LogSpan above;
    private final long startedAt;
    private final StringBuilder attributes = new StringBuilder();
    private @Nullable String correlation;

    /**
     * @param parent invalid for the first of a trace
     * @param above the same, where it is of this process
     */
    LogSpan(SpanName name, SpanContext parent, @Nullable LogSpan above) {
      this.name = name;
      this.parent = parent;
      this.above = above;
      this.own =
          SpanContext.create(
              parent.isValid() ? parent.getTraceId() : TraceId.fromLongs(id(), id()),
              SpanId.fromLong(id()),
              TraceFlags.getSampled(),
              TraceState.getDefault());
      this.correlation = correlationId.get();
      this.startedAt = ticker.nanos();
    }

    @Override
    String traceId() {
      return own.getTraceId();
    }

    @Override
    public void attribute(SpanAttribute key, long value) {
      attributes.append(' ').append(key.wire()).append('=').append(value);
    }

    @Override
    public void attribute(SpanAttribute key, String value) {
      if (key == SpanAttribute.CORRELATION_ID) {
        correlation = value;
      } else {
        tell(key.wire(), value);
      }
    }

    @Override
    public void event(String event) {
      tell("event", event);
    }

    @Override
    public void error(Throwable error) {
      tell("error", error.getClass().getName());
    }

    @Override
    public String traceparent() {
      return "00-" + own.getTraceId() + '-' + own.getSpanId() + "-01";
    }

    @Override
    void finish() {
      StringBuilder line = new StringBuilder("span=").append(name.wire());
      line.append(" duration_us=").append((ticker.nanos() - startedAt) / NANOS_PER_MICRO);
      line.append(" trace_id=").append(own.getTraceId());
      line.append(" span_id=").append(own.getSpanId());
      if (parent.isValid()) {
        line.append(" parent_id=").append(parent.getSpanId());
      }
      String id = correlation();
      if (id != null) {
        append(line.append(" correlation_id="), id);
      }
      sink.accept(line.append(attributes).toString());
    }

    /** The correlation id at the beginning: later the thread may serve another request. */
    private @Nullable String correlation() {
      return correlation == null && above != null ? above.correlation() : correlation;
    }

    private void tell(String key, String value) {
      append(attributes.append(' ').append(key).append('='), value);
    }
  }

  /** All zeros would be no id. */
  private long id() {
    long id = random.getAsLong();
    return id == 0 ? 1 : id;
  }

  /**
   * Appends a value of a {@code key=value} line. Text that looks like another pair or another line
   * is quoted and escaped as in JSON, so that no value can forge either.
   */
  private static void append(StringBuilder line, String value) {
    if (isPlain(value)) {
      line.append(value);
      return;
    }
    line.append('"');
    for (int i = 0; i < value.length(); i++) {
      appendQuoted(line, value.charAt(i));
    }
    line.append('"');
  }

  private static boolean isPlain(String value) {
    return !value.isEmpty()
        && value.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '"' && c != '=');
  }

  private static void appendQuoted(StringBuilder line, char c) {
    if (c == '"' || c == '\\') {
      line.append('\\').append(c);
    } else if (c < ' ' || c >= 0x7f) {
      line.append("\\u").append(HexFormat.of().toHexDigits(c));
    } else {
      line.append(c);
    }
  }
}
