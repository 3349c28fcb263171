package io.iamplane.governance.anomaly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.iamplane.governance.anomaly.Observation.Kind;
import io.iamplane.governance.anomaly.Observation.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An attacker asks about thousands of subjects and permissions to blind the detector. */
class DetectorFloodTest {

  private static final Instant MONDAY = Instant.parse("2026-01-05T09:00:00Z");
  private static final int PEOPLE = 50;

  private Detector detector = new Detector();

  private List<SignalType> see(Instant at, String subject, String what, Result result) {
    return detector
        .observe(new Observation(at, Kind.DECISION, subject, what, what.endsWith("purge"), result))
        .stream()
        .map(Signal::type)
        .toList();
  }

  /** Some people work for some days. */
  private Instant work(int days) {
    for (int day = 0; day < days; day++) {
      for (int person = 0; person < PEOPLE; person++) {
        see(
            MONDAY.plus(Duration.ofDays(day)).plusSeconds(person),
            "user:p" + person,
            "app:read",
            Result.PERMIT);
      }
    }
    return MONDAY.plus(Duration.ofDays(days));
  }

  @Test
  void madeUpSubjectsDriveOutNoOneWhoIsKnown() {
    floodOf(3 * Subjects.MOST);
  }

  @Test
  @Tag("ci")
  void manyMoreMadeUpSubjectsDriveOutNoOneWhoIsKnown() {
    floodOf(6 * Subjects.MOST);
  }

  private void floodOf(int subjects) {
    Instant now = work(30);
    for (int i = 0; i < subjects; i++) {
      see(now.plusMillis(i), "user:a" + i, "app:read", Result.DENY);
    }
    detector = Detector.of(detector.state()).orElseThrow();
    for (int person = 0; person < PEOPLE; person++) {
      assertThat(see(now.plusSeconds(600), "user:p" + person, "app:purge", Result.PERMIT))
          .contains(SignalType.FIRST_USE_OF_PRIVILEGED);
    }
  }

  /** Also those that everyone is permitted something: a day's acquaintances are worth a day. */
  @Test
  void permittedOnesDriveOutNoOneWhoIsKnownEither() {
    Instant now = work(30);
    for (int i = 0; i < 3 * Subjects.MOST; i++) {
      see(now.plusMillis(i), "user:a" + i, "app:read", Result.PERMIT);
    }
    detector = Detector.of(detector.state()).orElseThrow();
    assertThat(see(now.plusSeconds(600), "user:p1", "app:purge", Result.PERMIT))
        .contains(SignalType.FIRST_USE_OF_PRIVILEGED);
  }

  @Test
  void memoryIsBoundedWithinAStep() {
    for (int i = 0; i < 5 * Subjects.MOST; i++) {
      see(MONDAY.plusMillis(i), "user:a" + i, "app:p" + i % 7, Result.PERMIT);
      assertThat(detector.known()).isLessThanOrEqualTo(2 * Subjects.MOST);
    }
  }

  /** A forgotten subject leaves no trace in the statistics of its peers. */
  @Test
  void whoIsForgottenIsNoOnesPeer() {
    Instant now = work(30);
    for (int i = 0; i < 3 * Subjects.MOST; i++) {
      see(now.plusMillis(i), "user:a" + i, "app:rare", Result.PERMIT);
    }
    Detector read = Detector.of(detector.state()).orElseThrow();
    assertThat(read.state()).isEqualTo(detector.state());
  }

  /** Twenty machines that use every permission there is, each for the first time. */
  @Test
  void permissionsByTheThousandCostNoQuadraticTime() {
    for (int i = 0; i < Subjects.MOST; i++) {
      see(MONDAY.plusMillis(i), "user:u" + i, "app:p" + i % 5, Result.PERMIT);
    }
    assertTimeoutPreemptively(
        Duration.ofSeconds(15),
        () -> {
          for (int machine = 0; machine < 20; machine++) {
            for (int i = 0; i < Peers.MOST_PERMISSIONS; i++) {
              see(
                  MONDAY.plusSeconds(100),
                  "service_account:m" + machine,
                  "app:p" + i,
                  Result.PERMIT);
            }
          }
        });
  }

  /** A server with a slow clock writes records of yesterday after the first records of today. */
  @Test
  void whatComesLateBeginsNoDayAgain() {
    Instant midnight = Instant.parse("2026-03-03T00:00:00Z");
    work(50);
    List<SignalType> said = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      said.addAll(
          see(
              i % 2 == 0 ? midnight.plusMillis(i) : midnight.minusMillis(i),
              "user:p1",
              "app:other",
              Result.DENY));
    }
    assertThat(said).contains(SignalType.DENIAL_SPIKE).doesNotHaveDuplicates();
  }

  @Test
  void oneTypeLeavesRoomInTheBudgetForTheOthers() {
    AlertBudget budget = new AlertBudget(10, Map.of());
    int taken = 0;
    for (int i = 0; i < 100; i++) {
      taken += budget.take(signal(SignalType.DENIAL_SPIKE, "user:a" + i, 30)) ? 1 : 0;
    }
    assertThat(taken).isEqualTo(5);
    assertThat(budget.take(signal(SignalType.OFF_HOURS, "user:p1", 8))).isTrue();
    assertThat(budget.take(signal(SignalType.BREAK_GLASS, "user:p1", 20))).isTrue();
  }

  private static Signal signal(SignalType type, String subject, double score) {
    return new Signal(type, subject, MONDAY, score, List.of("x"));
  }
}
