package io.iamplane.shared.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogTracerTest {

  private final AtomicLong nanos = new AtomicLong(5_000);
  private final List<String> lines = new ArrayList<>();
  private String correlationId;
  private final AtomicLong ids = new AtomicLong();
  private final Tracer tracer =
      new LogTracer(nanos::get, ids::incrementAndGet, () -> correlationId, lines::add);

  /** The place of the first span of the first trace. */
  private static final String FIRST =
      " trace_id=00000000000000010000000000000002 span_id=0000000000000003";

  @Test
  void oneLineAtTheEndTellsNameDurationAndAttributes() {
    Span span = tracer.start(SpanName.CHANGE_RECORD);
    span.attribute(SpanAttribute.EFFECTS, 3);
    span.attribute(SpanAttribute.OUTCOME, "allowed");
    span.event("retry");
    nanos.addAndGet(1_234_567);
    assertThat(lines).isEmpty();

    span.end();

    assertThat(lines)
        .containsExactly(
            "span=iam.change.record duration_us=1234"
                + FIRST
                + " iam.effects=3 iam.outcome=allowed event=retry");
  }

  @Test
  void theCorrelationIdIsToldWhenThereIsOne() {
    correlationId = "0199-a";

    tracer.start(SpanName.AUTHORIZE).end();

    assertThat(lines)
        .containsExactly("span=iam.authorize duration_us=0" + FIRST + " correlation_id=0199-a");
  }

  /** At the span's end the thread may work for another request. */
  @Test
  void theCorrelationIdIsThatOfTheBeginning() {
    correlationId = "0199-a";
    Span span = tracer.start(SpanName.AUTHORIZE);
    correlationId = "0199-b";
    span.end();

    assertThat(lines).singleElement().asString().contains("correlation_id=0199-a");
  }

  @Test
  void aSpanIsUnderTheOneThatIsOpen() {
    try (Span outer = tracer.start(SpanName.CHANGE_RECORD)) {
      tracer.start(SpanName.AUDIT_APPEND).end();
      outer.attribute(SpanAttribute.EFFECTS, 1);
    }

    assertThat(lines)
        .containsExactly(
            "span=iam.audit.append duration_us=0 trace_id=00000000000000010000000000000002"
                + " span_id=0000000000000004 parent_id=0000000000000003",
            "span=iam.change.record duration_us=0" + FIRST + " iam.effects=1");
  }

  @Test
  void aRequestIsUnderTheSpanThatItNames() {
    tracer
        .start(
            SpanName.REQUEST,
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            (request, name) -> name.equals("traceparent") ? request : null)
        .end();

    assertThat(lines)
        .containsExactly(
            "span=iam.request duration_us=0 trace_id=4bf92f3577b34da6a3ce929d0e0e4736"
                + " span_id=0000000000000001 parent_id=00f067aa0ba902b7");
  }

  @Test
  void itsPlaceIsWrittenAsAHeader() {
    assertThat(tracer.start(SpanName.WEBHOOK_DELIVER).traceparent())
        .isEqualTo("00-00000000000000010000000000000002-0000000000000003-01");
  }

  @Test
  void theTextOfAnErrorStaysOut() {
    Span span = tracer.start(SpanName.TOKEN_ISSUE);
    span.error(new IllegalStateException("password=hunter2"));
    span.end();

    assertThat(lines)
        .containsExactly(
            "span=iam.token.issue duration_us=0"
                + FIRST
                + " error=java.lang.IllegalStateException");
  }

  @Test
  void aSecondEndIsIgnored() {
    try (Span span = tracer.start(SpanName.AUTHENTICATE)) {
      span.end();
    }

    assertThat(lines).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a b | \"a b\"",
        "a=b | \"a=b\"",
        "say \"hi\" | \"say \\\"hi\\\"\"",
        "`` | \"\"",
        "`a\nspan=forged` | \"a\\u000aspan=forged\"",
        "a\u2028b | \"a\\u2028b\"",
        "`\u001b[31mred` | \"\\u001b[31mred\"",
      })
  void noValueForgesAPairOrALine(String value, String shown) {
    Span span = tracer.start(SpanName.AUTHORIZE);
    span.attribute(SpanAttribute.PERMISSION, value);
    span.end();

    assertThat(lines)
        .containsExactly("span=iam.authorize duration_us=0" + FIRST + " iam.permission=" + shown);
  }
}
