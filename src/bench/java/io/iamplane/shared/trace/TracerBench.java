package io.iamplane.shared.trace;

import io.iamplane.shared.OrganizationId;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** The spans of one check, by each driver, and the same work without any. */
@State(Scope.Thread)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@NullUnmarked // JMH sets the fields
public class TracerBench {

  static final String NOTHING = "no tracing";
  static final String NULL = "null";
  static final String LOG = "log";
  static final String UNSAMPLED = "otel, not sampled";
  static final String SAMPLED = "otel, sampled, not exported";

  private static final Tracer.Headers<String> HEADERS = (_, _) -> null;

  @Param({NOTHING, NULL, LOG, UNSAMPLED, SAMPLED})
  public String driver;

  private Tracer tracer;
  private final OrganizationId organization = new OrganizationId(UUID.randomUUID());

  @Setup
  public void prepare(Blackhole hole) {
    tracer =
        switch (driver) {
          case NOTHING -> null;
          case NULL -> NullTracer.INSTANCE;
          case LOG ->
              new LogTracer(
                  System::nanoTime,
                  () -> ThreadLocalRandom.current().nextLong(),
                  () -> null,
                  hole::consume);
          case UNSAMPLED -> otel(Sampler.alwaysOff());
          case SAMPLED -> otel(Sampler.alwaysOn());
          default -> throw new IllegalArgumentException(driver);
        };
  }

  private static Tracer otel(Sampler sampler) {
    return new OtelTracer(
        OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder().setSampler(sampler).build())
            .build());
  }

  /** Some work for each span, that both ways do. */
  @Benchmark
  public void check(Blackhole hole) {
    if (tracer == null) {
      for (int span = 0; span < 5; span++) {
        hole.consume(organization);
      }
      return;
    }
    Span request = tracer.start(SpanName.REQUEST, "", HEADERS);
    hole.consume(organization);
    try (Span span = tracer.start(SpanName.AUTHENTICATE)) {
      span.attribute(SpanAttribute.OUTCOME, "known");
      hole.consume(organization);
    }
    try (Span span = tracer.start(SpanName.AUTHORIZE)) {
      span.attribute(SpanAttribute.ORGANIZATION, organization);
      span.attribute(SpanAttribute.PERMISSION, "iam:decisions.check");
      hole.consume(organization);
    }
    try (Span span = tracer.start(SpanName.DECIDE)) {
      span.attribute(SpanAttribute.CANDIDATES, 3);
      span.attribute(SpanAttribute.CONDITIONS, 1);
      hole.consume(organization);
    }
    try (Span span = tracer.start(SpanName.DECISION_LOG)) {
      span.attribute(SpanAttribute.DECISIONS, 1);
      span.leave();
      hole.consume(organization);
    }
    if (request.isRecording()) {
      request.attribute(SpanAttribute.HTTP_STATUS, 200);
    }
    request.end();
  }
}
