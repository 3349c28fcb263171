package io.iamplane.governance.anomaly;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.governance.anomaly.Observation.Kind;
import io.iamplane.governance.anomaly.Observation.Result;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A detector that is written and read between any two observations says the same. */
class DetectorStateTest {

  private static final long SEED = 7;

  @Test
  void goingOnFromAStateIsGoingOn() {
    Traffic traffic = new Traffic(SEED, 40);
    Random random = new Random(SEED);
    Detector whole = new Detector();
    Detector resumed = new Detector();
    List<Signal> expected = new ArrayList<>();
    List<Signal> said = new ArrayList<>();
    AttackFamily[] families = AttackFamily.values();
    for (int day = 0; day < 100; day++) {
      AttackFamily attack = day < 60 || day % 3 > 0 ? null : families[day / 3 % families.length];
      boolean staged = attack != null && attack.mayBegin(day);
      for (TrafficEvent event : traffic.day(day, staged ? attack : null)) {
        Observation seen = AnomalyEvaluation.observation(event);
        expected.addAll(whole.observe(seen));
        if (random.nextInt(20_000) == 0) {
          resumed = Detector.of(resumed.state()).orElseThrow();
        }
        said.addAll(resumed.observe(seen));
      }
    }
    assertThat(expected).hasSizeGreaterThan(5);
    assertThat(said).isEqualTo(expected);
    assertThat(resumed.state()).hasSizeLessThan(40 * 1_000);
  }

  @Test
  void aDamagedStateIsNotRead() {
    byte[] state = new Detector().state();
    assertThat(Detector.of(state)).isPresent();
    assertThat(Detector.of(new byte[0])).isEmpty();
    assertThat(Detector.of("a text".getBytes(StandardCharsets.UTF_8))).isEmpty();
    for (int i = 0; i < state.length - 8; i += 5) {
      byte[] cut = Arrays.copyOf(state, i);
      assertThat(Detector.of(cut)).isEmpty();
    }
  }

  @Test
  void whoWasNotSeenForLongestIsLeftOutBeyondTheMost() {
    Detector detector = new Detector();
    Instant at = Instant.parse("2026-01-05T09:00:00Z");
    int more = 5;
    for (int i = 0; i < Subjects.MOST + more; i++) {
      detector.observe(
          new Observation(
              i < more ? at.minus(Duration.ofDays(1)) : at.plus(Duration.ofMinutes(i)),
              Kind.DECISION,
              "user:u" + i,
              "app:p" + i,
              false,
              Result.PERMIT));
    }
    Detector read = Detector.of(detector.state()).orElseThrow();
    assertThat(read.state()).hasSizeLessThan(8_000_000);
    // The oldest are new again: 50 days later they are not said to be dormant.
    Instant later = at.plus(Duration.ofDays(60));
    assertThat(signals(read, "user:u0", later)).isEmpty();
    assertThat(signals(read, "user:u" + (Subjects.MOST + more - 1), later))
        .containsExactly(SignalType.DORMANT_SUBJECT_ACTIVE);
  }

  private static List<SignalType> signals(Detector detector, String subject, Instant at) {
    return detector
        .observe(new Observation(at, Kind.DECISION, subject, "app:p", false, Result.PERMIT))
        .stream()
        .map(Signal::type)
        .toList();
  }
}
