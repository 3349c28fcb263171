package io.iamplane.trace;

import io.iamplane.shared.Ticker;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes one line for each span at its end, as {@code key=value} pairs: the span's name and
 * duration first, then the correlation id where one is known, the attributes of the span, and the
 * type of the error.
 */
public final class LogTracer implements Tracer {

  private final Ticker ticker;
  private final Supplier<@Nullable String> correlationId;
  private final Consumer<String> sink;

  /**
   * @param correlationId the id of the present request; null outside one
   * @param sink takes the finished lines
   */
  public LogTracer(Ticker ticker, Supplier<@Nullable String> correlationId, Consumer<String> sink) {
    this.ticker = ticker;
    this.correlationId = correlationId;
    this.sink = sink;
  }

  @Override
  public Span start(SpanName name) {
    return new LogSpan(name, ticker.nanos());
  }

  private final class LogSpan implements Span {

    private static final long NANOS_PER_MICRO = 1_000;

    private final SpanName name;
    private final long startedAt;
    private final StringBuilder attributes = new StringBuilder();
    private boolean ended;

    LogSpan(SpanName name, long startedAt) {
      this.name = name;
      this.startedAt = startedAt;
    }

    @Override
    public void attribute(SpanAttribute key, long value) {
      attributes.append(' ').append(key.wire()).append('=').append(value);
    }

    @Override
    public void attribute(SpanAttribute key, String value) {
      tell(key.wire(), value);
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
    public void end() {
      if (ended) {
        return;
      }
      ended = true;
      StringBuilder line = new StringBuilder("span=").append(name.wire());
      line.append(" duration_us=").append((ticker.nanos() - startedAt) / NANOS_PER_MICRO);
      String id = correlationId.get();
      if (id != null) {
        LogValue.append(line.append(" correlation_id="), id);
      }
      sink.accept(line.append(attributes).toString());
    }

    private void tell(String key, String value) {
      LogValue.append(attributes.append(' ').append(key).append('='), value);
    }
  }
}
