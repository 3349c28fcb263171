package io.iamplane.trace;

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
  private final Tracer tracer = new LogTracer(nanos::get, () -> correlationId, lines::add);

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
            "span=iam.change.record duration_us=1234 iam.effects=3 iam.outcome=allowed"
                + " event=retry");
  }

  @Test
  void theCorrelationIdIsToldWhenThereIsOne() {
    correlationId = "0199-a";

    tracer.start(SpanName.AUTHORIZE).end();

    assertThat(lines).containsExactly("span=iam.authorize duration_us=0 correlation_id=0199-a");
  }

  @Test
  void theTextOfAnErrorStaysOut() {
    Span span = tracer.start(SpanName.TOKEN_ISSUE);
    span.error(new IllegalStateException("password=hunter2"));
    span.end();

    assertThat(lines)
        .containsExactly(
            "span=iam.token.issue duration_us=0 error=java.lang.IllegalStateException");
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

    assertThat(lines).containsExactly("span=iam.authorize duration_us=0 iam.permission=" + shown);
  }
}
