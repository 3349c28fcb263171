package io.iamplane.governance.anomaly;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.governance.anomaly.Observation.Kind;
import io.iamplane.governance.anomaly.Observation.Result;
import io.iamplane.signin.SignInRefusal.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Refused sign-ins of a person: at once for a copy, and otherwise from some number on. */
class RefusedSignInsTest {

  private static final Instant MONDAY = Instant.parse("2026-01-05T09:00:00Z");
  private static final Set<Reason> COPIED =
      EnumSet.of(Reason.CODE_REUSED, Reason.PASSKEY_COUNTER_WENT_BACK);

  private Detector detector = new Detector();
  private final List<Signal> signals = new ArrayList<>();

  private void refuse(Instant at, String person, Reason reason) {
    signals.addAll(
        detector.observe(
            new Observation(at, Kind.REFUSAL, person, reason.wire(), false, Result.DENY)));
  }

  private void refuse(int times, Instant at, Reason reason) {
    for (int i = 0; i < times; i++) {
      refuse(at.plusMillis(i), "user:ann", reason);
    }
  }

  private void resume() {
    detector = Detector.of(detector.state()).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "CODE_REUSED, used a code a second time",
    "PASSKEY_COUNTER_WENT_BACK, used a passkey whose counter had decreased"
  })
  void aCopyIsASignalAtOnceAndOnceADay(Reason reason, String words) {
    refuse(9, MONDAY, reason);
    assertThat(signals)
        .singleElement()
        .satisfies(signal -> {
          assertThat(signal.type()).isEqualTo(SignalType.CREDENTIAL_REUSED);
          assertThat(signal.at()).isEqualTo(MONDAY);
          assertThat(signal.reasons()).containsExactly(words);
        });
    refuse(1, MONDAY.plus(Duration.ofDays(1)), reason);
    assertThat(signals).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(Reason.class)
  void anyOtherReasonIsASignalFromANumberOn(Reason reason) {
    if (COPIED.contains(reason)) {
      return;
    }
    refuse(Detector.MANY_REFUSALS - 1, MONDAY, reason);
    assertThat(signals).isEmpty();
    resume();
    refuse(1, MONDAY.plusSeconds(60), reason);
    assertThat(signals)
        .singleElement()
        .satisfies(signal -> {
          assertThat(signal.type()).isEqualTo(SignalType.SIGN_IN_REFUSED);
          assertThat(signal.reasons())
              .containsExactly(
                  "had 5 sign-ins refused in a day; the last reason was " + reason.wire());
        });
    resume();
    refuse(20, MONDAY.plusSeconds(120), reason);
    assertThat(signals).hasSize(1);
  }

  @Test
  void theNextDayCountsFromNothing() {
    refuse(4, MONDAY, Reason.SUSPENDED);
    refuse(4, MONDAY.plus(Duration.ofDays(1)), Reason.SUSPENDED);
    assertThat(signals).isEmpty();
    refuse(1, MONDAY.plus(Duration.ofDays(1)).plusSeconds(60), Reason.SUSPENDED);
    assertThat(signals).extracting(Signal::type).containsExactly(SignalType.SIGN_IN_REFUSED);
  }

  @Test
  void eachPersonIsCountedAlone() {
    for (int person = 0; person < 100; person++) {
      refuse(MONDAY.plusSeconds(person), "user:p" + person, Reason.CODE_MISMATCHED);
    }
    assertThat(signals).isEmpty();
  }

  // --- Floods ---

  /** Cheap refusals that come first hide no copy behind them, and no change either. */
  @Test
  void aFloodIsOneSignalAndHidesNoOther() {
    int size = detector.state().length;
    refuse(100_000, MONDAY, Reason.CODE_MISMATCHED);
    assertThat(signals).extracting(Signal::type).containsOnlyOnce(SignalType.SIGN_IN_REFUSED);
    assertThat(signals).extracting(Signal::type).doesNotContain(SignalType.MASS_CHANGE);
    assertThat(detector.state()).hasSizeLessThan(size + 1_000);
    signals.clear();
    Instant now = MONDAY.plus(Duration.ofDays(1));
    refuse(100, now, Reason.CODE_MISMATCHED);
    refuse(1, now.plusSeconds(100), Reason.CODE_REUSED);
    change(now.plusSeconds(101), "iam.break_glass.opened", true);
    change(now.plusSeconds(102), "iam.refresh_token.reused", false);
    assertThat(signals)
        .extracting(Signal::type)
        .containsExactly(
            SignalType.SIGN_IN_REFUSED,
            SignalType.CREDENTIAL_REUSED,
            SignalType.BREAK_GLASS,
            SignalType.REFRESH_TOKEN_REUSED);
  }

  private void change(Instant at, String type, boolean emergency) {
    signals.addAll(
        detector.observe(
            new Observation(at, Kind.CHANGE, "user:ann", type, emergency, Result.PERMIT)));
  }

  /** A hundred people at odds with their organization: an emergency still becomes an alert. */
  @Test
  void manyPeoplesRefusalsLeaveRoomInTheBudget() {
    for (int person = 0; person < 100; person++) {
      for (Reason reason : List.of(Reason.CODE_REUSED, Reason.SUSPENDED)) {
        for (int i = 0; i < Detector.MANY_REFUSALS; i++) {
          refuse(MONDAY.plusSeconds(person), "user:p" + person, reason);
        }
      }
      change(MONDAY.plusSeconds(person), "iam.refresh_token.reused", false);
    }
    AlertBudget budget = new AlertBudget(10, Map.of());
    List<SignalType> alerts = signals.stream().filter(budget::take).map(Signal::type).toList();
    assertThat(alerts).filteredOn(SignalType.SIGN_IN_REFUSED::equals).hasSizeLessThanOrEqualTo(5);
    assertThat(alerts).filteredOn(type -> type != SignalType.SIGN_IN_REFUSED).hasSize(5);
    assertThat(alerts).hasSizeLessThan(10);
    assertThat(
            budget.take(
                new Signal(SignalType.BREAK_GLASS, "user:eve", MONDAY, 20, List.of("used"))))
        .isTrue();
  }
}
