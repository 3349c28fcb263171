package io.iamplane.webhook.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The number of messages that one transaction fans out. */
class FanOutTest {

  @ParameterizedTest
  @CsvSource({"1, 0, 500", "4, 0, 500", "100, 0, 20", "10000, 0, 1", "4, 3, 62", "100, 9, 1"})
  void aTransactionOfFanningOutIsBounded(int subscribers, int failures, int messages) {
    assertThat(FanOut.most(subscribers, failures)).isEqualTo(messages);
  }
}
