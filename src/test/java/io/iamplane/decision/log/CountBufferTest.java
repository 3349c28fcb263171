package io.iamplane.decision.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** No denial vanishes, however many there are. */
class CountBufferTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:34:56Z");

  private final CountBuffer counts = new CountBuffer();
  private final OrganizationId tenant = OrganizationId.next();

  @Test
  void denialsAreCountedByTenantReasonAndMinute() {
    counts.add(DecisionCount.unlogged(Decisions.asking(tenant), NOW, ReasonCode.DECISION_LOG_FULL));
    counts.add(
        DecisionCount.unlogged(
            Decisions.asking(tenant), NOW.plusSeconds(3), ReasonCode.DECISION_LOG_FULL));
    counts.add(
        DecisionCount.unlogged(
            Decisions.asking(tenant), NOW.plusSeconds(4), ReasonCode.DECISION_LOG_FULL));
    counts.add(
        DecisionCount.unlogged(Decisions.asking(tenant), NOW, ReasonCode.DEPENDENCY_UNAVAILABLE));

    assertThat(counts.take())
        .extracting(DecisionCount::number)
        .containsExactlyInAnyOrder(2L, 1L, 1L);
    assertThat(counts.isEmpty()).isTrue();
  }

  @Test
  void theControlPlanesOwnDenialsStayApartForHowLongEver() {
    Asking gate = new Asking(tenant, Asking.Kind.GATE, Caller.command(tenant, "tester", "c-1"));
    for (int minute = 0; minute < 60_000; minute++) {
      Instant at = NOW.plusSeconds(60L * minute);
      counts.add(
          DecisionCount.unlogged(Decisions.asking(tenant), at, ReasonCode.DEPENDENCY_UNAVAILABLE));
      counts.add(DecisionCount.unlogged(gate, at, ReasonCode.DEPENDENCY_UNAVAILABLE));
    }

    assertThat(
            counts.take().stream()
                .filter(count -> count.application().equals("iam"))
                .mapToLong(DecisionCount::number)
                .sum())
        .isEqualTo(60_000);
  }

  @Test
  void anOutageOfHoursTakesABoundedRoom() {
    for (int minute = 0; minute < 110_000; minute++) {
      counts.add(
          DecisionCount.unlogged(
              Decisions.asking(tenant),
              NOW.plusSeconds(60L * minute),
              ReasonCode.DEPENDENCY_UNAVAILABLE));
    }
    List<DecisionCount> taken = counts.take();

    assertThat(taken).hasSizeLessThan(101_000);
    assertThat(taken.stream().mapToLong(DecisionCount::number).sum()).isEqualTo(110_000);
    assertThat(taken).noneMatch(DecisionCount::logged);
  }

  @Test
  void whatIsCountedWhileOthersAreTakenIsNotLost() throws Exception {
    List<DecisionCount> taken = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (int i = 0; i < 4; i++) {
        threads.execute(() -> {
          for (int j = 0; j < 50_000; j++) {
            counts.add(
                DecisionCount.unlogged(
                    Decisions.asking(tenant), NOW, ReasonCode.DECISION_LOG_FULL));
          }
        });
      }
      for (int i = 0; i < 10_000; i++) {
        taken.addAll(counts.take());
      }
    }
    taken.addAll(counts.take());

    assertThat(taken.stream().mapToLong(DecisionCount::number).sum()).isEqualTo(200_000);
  }
}
