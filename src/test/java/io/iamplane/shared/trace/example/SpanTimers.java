package io.iamplane.shared.trace.example;

import io.iamplane.shared.trace.Span;
import io.iamplane.shared.trace.SpanAttribute;
import io.iamplane.shared.trace.SpanName;
import io.iamplane.shared.trace.Tracer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Singleton;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The durations of spans, as meters beside the others. */
@Alternative
@Singleton
public class SpanTimers implements Tracer {

  private final Map<SpanName, Timer> timers = new EnumMap<>(SpanName.class);

  SpanTimers(MeterRegistry registry) {
    for (SpanName name : SpanName.values()) {
      timers.put(name, Timer.builder("acme_spans").tag("span", name.wire()).register(registry));
    }
  }

  @Override
  public Span start(SpanName name) {
    return new Timed(timers.get(name));
  }

  private static final class Timed implements Span {

    private final Timer timer;
    private final long began = System.nanoTime();
    private boolean over;

    Timed(Timer timer) {
      this.timer = timer;
    }

    @Override
    public void attribute(SpanAttribute key, long value) {}

    @Override
    public void attribute(SpanAttribute key, String value) {}

    @Override
    public void event(String name) {}

    @Override
    public void error(Throwable error) {}

    @Override
    public void discard() {
      over = true;
    }

    @Override
    public void end() {
      if (!over) {
        over = true;
        timer.record(System.nanoTime() - began, TimeUnit.NANOSECONDS);
      }
    }
  }
}
