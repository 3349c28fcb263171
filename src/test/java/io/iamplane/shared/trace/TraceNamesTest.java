package io.iamplane.shared.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TraceNamesTest {

  @Test
  void everyNameIsUniqueAndStandsUnderTheProductsPrefix() {
    assertThat(Stream.of(SpanName.values()).map(SpanName::wire))
        .doesNotHaveDuplicates()
        .allMatch(name -> name.matches("iam(\\.[a-z_]+)+"));
    assertThat(Stream.of(SpanAttribute.values()).map(SpanAttribute::wire))
        .doesNotHaveDuplicates()
        // Those of HTTP are OpenTelemetry's own.
        .allMatch(name -> name.matches("(iam|http)(\\.[a-z_]+)+"));
  }
}
