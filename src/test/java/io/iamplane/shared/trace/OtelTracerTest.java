package io.iamplane.shared.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OtelTracerTest {

  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String CALLER = "00f067aa0ba902b7";
  private static final String SAMPLED = "00-" + TRACE + "-" + CALLER + "-01";
  private static final Tracer.Headers<Map<String, String>> HEADERS = Map::get;

  private final Kept kept = new Kept();
  private final SdkTracerProvider provider =
      SdkTracerProvider.builder()
          .setSampler(Sampler.parentBased(Sampler.alwaysOn()))
          .addSpanProcessor(SimpleSpanProcessor.create(kept))
          .build();
  private final Tracer tracer =
      new OtelTracer(OpenTelemetrySdk.builder().setTracerProvider(provider).build());

  private static final class Kept implements SpanExporter {

    private final List<SpanData> spans = new ArrayList<>();

    @Override
    public CompletableResultCode export(Collection<SpanData> more) {
      spans.addAll(more);
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode flush() {
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode shutdown() {
      return CompletableResultCode.ofSuccess();
    }
  }

  @AfterEach
  void close() {
    provider.close();
  }

  @Test
  void spansNestAndKeepTheirAttributes() {
    try (Span outer = tracer.start(SpanName.CHANGE_RECORD)) {
      outer.attribute(SpanAttribute.EFFECTS, 3);
      outer.attribute(SpanAttribute.OUTCOME, "allowed");
      outer.attribute(SpanAttribute.ORGANIZATION, new StringBuilder("acme"));
      tracer.start(SpanName.AUDIT_APPEND).end();
      outer.event("retry");
    }

    assertThat(kept.spans)
        .extracting(SpanData::getName)
        .containsExactly("iam.audit.append", "iam.change.record");
    SpanData outer = kept.spans.getLast();
    assertThat(kept.spans.getFirst().getParentSpanId()).isEqualTo(outer.getSpanId());
    assertThat(outer.getAttributes().asMap())
        .containsEntry(AttributeKey.longKey("iam.effects"), 3L)
        .containsEntry(AttributeKey.stringKey("iam.outcome"), "allowed")
        .containsEntry(AttributeKey.stringKey("iam.organization"), "acme");
    assertThat(outer.getEvents())
        .singleElement()
        .satisfies(event -> assertThat(event.getName()).isEqualTo("retry"));
    assertThat(outer.getInstrumentationScopeInfo().getName()).isEqualTo("io.iamplane");
  }

  @Test
  void aRequestIsUnderTheSpanThatItNames() {
    Span span = tracer.start(SpanName.REQUEST, Map.of("traceparent", SAMPLED), HEADERS);
    span.end();

    SpanData seen = kept.spans.getFirst();
    assertThat(seen.getTraceId()).isEqualTo(TRACE);
    assertThat(seen.getParentSpanId()).isEqualTo(CALLER);
    assertThat(seen.getKind()).isEqualTo(SpanKind.SERVER);
    assertThat(span.traceparent()).isEqualTo("00-" + TRACE + "-" + seen.getSpanId() + "-01");
  }

  /** Section 4.3 of W3C Trace Context: an invalid header restarts the trace. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "00",
        "00-" + TRACE,
        "00-" + TRACE + "-" + CALLER,
        "ff-" + TRACE + "-" + CALLER + "-01",
        "00-00000000000000000000000000000000-" + CALLER + "-01",
        "00-" + TRACE + "-0000000000000000-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-" + CALLER + "-01",
        "00-" + TRACE + "-" + CALLER + "-01-more",
        "00-" + TRACE + "-" + CALLER + "-zz",
      })
  void whatIsMalformedIsNoParent(String header) {
    tracer.start(SpanName.REQUEST, Map.of("traceparent", header), HEADERS).end();

    assertThat(kept.spans.getFirst().getParentSpanContext().isValid()).isFalse();
    assertThat(kept.spans.getFirst().getTraceId()).isNotEqualTo(TRACE);
  }

  @Test
  void whatTheCallerDoesNotSampleIsNotRecorded() {
    String unsampled = "00-" + TRACE + "-" + CALLER + "-00";
    Span span = tracer.start(SpanName.REQUEST, Map.of("traceparent", unsampled), HEADERS);

    assertThat(span.isRecording()).isFalse();
    assertThat(span.traceparent()).endsWith("-00");
    span.end();
    assertThat(kept.spans).isEmpty();
  }

  @Test
  void theTextOfAnErrorStaysOut() {
    Span span = tracer.start(SpanName.TOKEN_ISSUE);
    span.error(new IllegalStateException("password=hunter2"));
    span.end();

    SpanData seen = kept.spans.getFirst();
    assertThat(seen.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(seen.getAttributes().asMap())
        .containsEntry(AttributeKey.stringKey("error.type"), IllegalStateException.class.getName());
    assertThat(seen.toString()).doesNotContain("hunter2");
  }

  @Test
  void aFailureOfTheServiceIsAnError() {
    Span span = tracer.start(SpanName.REQUEST, Map.of(), HEADERS);
    span.attribute(SpanAttribute.HTTP_STATUS, 500);
    span.end();
    Span refused = tracer.start(SpanName.REQUEST, Map.of(), HEADERS);
    refused.attribute(SpanAttribute.HTTP_STATUS, 403);
    refused.end();

    assertThat(kept.spans)
        .extracting(each -> each.getStatus().getStatusCode())
        .containsExactly(StatusCode.ERROR, StatusCode.UNSET);
  }

  @Test
  void whatIsDiscardedIsNotExported() {
    try (Span span = tracer.start(SpanName.AUTHORIZE)) {
      span.discard();
    }

    assertThat(kept.spans).isEmpty();
  }

  @Test
  void requestsInAndOutHaveTheirKinds() {
    for (SpanName each : SpanName.values()) {
      tracer.start(each).end();
    }

    assertThat(kept.spans)
        .filteredOn(span -> span.getKind() != SpanKind.INTERNAL)
        .extracting(span -> span.getName() + " " + span.getKind())
        .containsExactlyInAnyOrder("iam.request SERVER", "iam.webhook.deliver CLIENT");
  }
}
