package io.iamplane.shared.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class NullTracerTest {

  private static final int ROUNDS = 10_000;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final Tracer.Headers<NullTracerTest> HEADERS = (_, _) -> null;

  private final Tracer tracer = NullTracer.INSTANCE;
  private final UUID organization = UUID.randomUUID();

  @Test
  void aSpanAllocatesNothing() {
    // The first rounds load classes and settle the measurement itself, the last one counts.
    long allocated = Long.MAX_VALUE;
    for (int attempt = 0; attempt < 20 && allocated != 0; attempt++) {
      allocated = allocatedBy(this::traceALot);
    }
    assertThat(allocated).isZero();
  }

  @Test
  void theMeasurementWouldSeeAnAllocation() {
    assertThat(allocatedBy(() -> assertThat(new byte[ROUNDS]).hasSize(ROUNDS)))
        .isGreaterThanOrEqualTo(ROUNDS);
  }

  @Test
  void nothingBecomesOfASpan() {
    assertThat(tracer.start(SpanName.DECIDE).isRecording()).isFalse();
    assertThat(tracer.start(SpanName.WEBHOOK_DELIVER).traceparent()).isNull();
  }

  @Test
  void everySpanIsTheSame() {
    assertThat(tracer.start(SpanName.AUTHORIZE)).isSameAs(tracer.start(SpanName.TOKEN_ISSUE));
  }

  private void traceALot() {
    for (int round = 0; round < ROUNDS; round++) {
      try (Span span = tracer.start(SpanName.CHANGE_RECORD)) {
        span.attribute(SpanAttribute.EFFECTS, round);
        span.attribute(SpanAttribute.OUTCOME, "allowed");
        span.attribute(SpanAttribute.ORGANIZATION, organization);
        span.event("retry");
      }
      Span request = tracer.start(SpanName.REQUEST, this, HEADERS);
      request.leave();
      request.discard();
      request.end();
    }
  }

  private long allocatedBy(Runnable work) {
    long thread = Thread.currentThread().threadId();
    long before = threads.getThreadAllocatedBytes(thread);
    work.run();
    return threads.getThreadAllocatedBytes(thread) - before;
  }
}
