package io.iamplane.decision.seal.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.block.RecordIds;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Retention removes whole days of decisions, and a seal after the last of its blocks. */
class RetainedTest {

  private static final Retained KEPT =
      Retained.at(Instant.parse("2026-05-11T12:00:00Z"), Duration.ofDays(100));

  @ParameterizedTest
  @CsvSource({
    "2026-01-29T23:59:59.999Z, true",
    "2026-01-30T00:00:00Z, true",
    "2026-01-30T23:59:59.999Z, true",
    "2026-01-31T00:00:00Z, false",
    "2026-01-31T11:59:00Z, false",
    "2026-05-11T12:00:00Z, false",
    "2027-01-01T00:00:00Z, false"
  })
  void aBlockMayBeGoneOnceItsDayIs(Instant time, boolean gone) {
    assertThat(KEPT.mayLack(block(time))).isEqualTo(gone);
  }

  @Test
  void anotherServersClockMayBeAMinuteAhead() {
    Duration retention = Duration.ofDays(100);
    UUID block = block(Instant.parse("2026-01-30T12:00:00Z"));
    Instant midnight = Instant.parse("2026-05-11T00:00:00Z");

    assertThat(Retained.at(midnight, retention).mayLack(block)).isTrue();
    assertThat(Retained.at(midnight.minusSeconds(60), retention).mayLack(block)).isTrue();
    assertThat(Retained.at(midnight.minusSeconds(61), retention).mayLack(block)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    // When it was made, its last block, whether it may be gone.
    "2026-01-30T12:01:00Z, 2026-01-30T12:00:00Z, true",
    "2026-01-31T11:59:00Z, 2026-01-30T23:59:59Z, true",
    "2026-01-31T12:01:00Z, 2026-01-30T23:59:59Z, false",
    "2026-01-31T00:00:30Z, 2026-01-31T00:00:00Z, false",
    "2026-03-01T00:00:00Z, 2026-01-01T00:00:00Z, false"
  })
  void aSealMayBeGoneOnceItIsOldAndItsLastBlockIsGone(Instant at, Instant last, boolean gone) {
    SealRecord seal = SealRecordTest.record(7, at, block(last), block(last));

    assertThat(KEPT.mayLack(seal)).isEqualTo(gone);
  }

  @Test
  void aSealThatIsNotReadIsNeverGone() {
    assertThat(KEPT.mayLack(SealRecord.read(7, Instant.EPOCH, "x", "{}"))).isFalse();
  }

  private static UUID block(Instant time) {
    return new UUID(RecordIds.firstOf(time).getMostSignificantBits() | 0x7000, 5);
  }
}
