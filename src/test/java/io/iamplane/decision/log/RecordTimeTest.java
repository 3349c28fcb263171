package io.iamplane.decision.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.log.RecordLine.RecordTime;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Times in records equal those of {@link Instant}, after any earlier time. */
class RecordTimeTest {

  private final RecordTime text = new RecordTime();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-03-01T12:00:00Z",
        "2026-03-01T12:00:00.123Z",
        "2026-03-01T12:00:00.123456Z",
        "2026-03-01T12:00:00.000001Z",
        "2026-03-01T12:00:00.123456789Z",
        "1969-12-31T23:59:59.999999Z",
        "-0044-03-15T12:00:00.5Z",
        "+12026-01-01T00:00:00.000100Z"
      })
  void aTimeIsWrittenAsItself(String time) {
    Instant at = Instant.parse(time);

    // The second time, the second is known.
    assertThat(text.of(at)).isEqualTo(at.toString().getBytes(StandardCharsets.US_ASCII));
    assertThat(text.of(at)).isEqualTo(at.toString().getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void noTimeLeavesADigitToTheNext() {
    Random random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      int nanos = random.nextInt(1_000_000) * (random.nextInt(3) == 0 ? 1_000_000 : 1_000);
      Instant at = Instant.ofEpochSecond(random.nextInt(3), nanos % 1_000_000_000);
      assertThat(new String(text.of(at), StandardCharsets.US_ASCII)).isEqualTo(at.toString());
    }
  }
}
