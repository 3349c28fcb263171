package io.iamplane.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.Http2Exception;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Ten is the patience. */
class UnreadStreamTest {

  private static final int PROGRESS = (int) UnreadAnswers.PROGRESS_BYTES;

  private final AtomicLong written = new AtomicLong();
  private final UnreadStream stream = stream();

  private UnreadStream stream() {
    try {
      return new UnreadStream(
          new DefaultHttp2Connection(true).remote().createStream(1, true), written::get);
    } catch (Http2Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void itIsStuckAfterItsTime() {
    assertThat(stream.isStuck(true, 0, 10)).isFalse();
    assertThat(stream.isStuck(true, 10, 10)).isFalse();
    assertThat(stream.isStuck(true, 11, 10)).isTrue();
  }

  @Test
  void aFewBytesNowAndThenAreNoProgress() {
    stream.isStuck(true, 0, 10);
    for (int i = 1; i <= 10; i++) {
      stream.sent(1);
      assertThat(stream.isStuck(true, i, 10)).isFalse();
    }
    assertThat(stream.isStuck(true, 11, 10)).isTrue();
  }

  @Test
  void whoReadsOnHasTimeAgain() {
    stream.isStuck(true, 0, 10);
    stream.sent(PROGRESS);
    assertThat(stream.isStuck(true, 10, 10)).isFalse();
    assertThat(stream.isStuck(true, 20, 10)).isFalse();
    assertThat(stream.isStuck(true, 21, 10)).isTrue();
  }

  @Test
  void whoHasReadAllIsNotStuck() {
    stream.isStuck(true, 0, 10);
    assertThat(stream.isStuck(false, 100, 10)).isFalse();
    assertThat(stream.isStuck(true, 200, 10)).isFalse();
  }

  @Test
  void itHoldsWhatIsWrittenAndNotSent() {
    written.set(1_000);
    assertThat(stream.sent(300)).as("not whole yet").isZero();
    assertThat(stream.hold()).isEqualTo(700);
    assertThat(stream.sent(600)).isEqualTo(600);
    assertThat(stream.held()).isEqualTo(100);
    assertThat(stream.sent(600)).as("no more than is held").isEqualTo(100);
  }
}
