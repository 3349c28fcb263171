package io.iamplane.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class NullTracerTest {

  private static final int ROUNDS = 10_000;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final Tracer tracer = NullTracer.INSTANCE;

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
  void everySpanIsTheSame() {
    assertThat(tracer.start(SpanName.AUTHORIZE)).isSameAs(tracer.start(SpanName.TOKEN_ISSUE));
  }

  private void traceALot() {
    for (int round = 0; round < ROUNDS; round++) {
      try (Span span = tracer.start(SpanName.CHANGE_RECORD)) {
        span.attribute(SpanAttribute.EFFECTS, round);
        span.attribute(SpanAttribute.OUTCOME, "allowed");
        span.event("retry");
      }
    }
  }

  private long allocatedBy(Runnable work) {
    long thread = Thread.currentThread().threadId();
    long before = threads.getThreadAllocatedBytes(thread);
    work.run();
    return threads.getThreadAllocatedBytes(thread) - before;
  }
}
