package io.iamplane.audit.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ReadingPaceTest {

  private static final int PART = 8192;

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
  private final ReadingPace pace = new ReadingPace(nanos::get);
  private Duration perPart = Duration.ZERO;
  private final AtomicBoolean gone = new AtomicBoolean();
  private final OutputStream out = pace.of(new Reader(), gone::get);

  @Test
  void whoTakesEverythingAtOnceMayTakeAsLongAsItTakesToProduce() throws IOException {
    for (int i = 0; i < 100; i++) {
      out.write(new byte[PART]);
      nanos.addAndGet(Duration.ofMinutes(1).toNanos());
      assertThat(pace.isTooSlow()).isFalse();
    }
  }

  @Test
  void whoTakesAlmostNothingIsTooSlowWhateverTheBuffersTookBefore() throws IOException {
    for (int i = 0; i < 2000; i++) {
      out.write(new byte[PART]);
    }
    perPart = Duration.ofSeconds(10);
    assertThat(partsUntilTooSlow()).isLessThanOrEqualTo(6);
  }

  @Test
  void whoTakesEnoughGoesOn() throws IOException {
    perPart = Duration.ofMillis(400);
    for (int i = 0; i < 1000; i++) {
      out.write(new byte[PART]);
      assertThat(pace.isTooSlow()).isFalse();
    }
  }

  /** It would be written to its end, into nothing, without a limit on time or number. */
  @Test
  void anAnswerWithoutAReaderIsNotWrittenOn() throws IOException {
    out.write(new byte[PART]);
    gone.set(true);
    assertThatThrownBy(() -> out.write(new byte[PART])).isInstanceOf(IOException.class);
  }

  private int partsUntilTooSlow() throws IOException {
    for (int parts = 1; parts < 1000; parts++) {
      out.write(new byte[PART]);
      if (pace.isTooSlow()) {
        return parts;
      }
    }
    return 1000;
  }

  /** Takes its time for each part. */
  private final class Reader extends OutputStream {
    @Override
    public void write(int one) {
      throw new UnsupportedOperationException("parts only");
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      nanos.addAndGet(perPart.toNanos());
    }
  }
}
