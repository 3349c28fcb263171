package io.iamplane.metrics.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.log.DecisionCount;
import io.iamplane.decision.log.Outcome;
import io.iamplane.decision.log.StoredBlocks;
import io.iamplane.metrics.decision.DecisionMetricsView.PointView;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.metric.MetricsWindow;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Metrics equal a count by hand, before and after folding. */
@QuarkusTest
class DecisionMetricsDbTest {

  private static final String[] APPLICATIONS = {"shop", "desk", "iam", ""};

  @Inject DecisionMetrics metrics;
  @Inject CountFolding folding;
  @Inject CountStore store;
  @Inject StoredBlocks stored;

  private final OrganizationId tenant = OrganizationId.next();
  private final List<DecisionCount> all = new ArrayList<>();
  private Instant now;

  @BeforeEach
  void theTime() {
    now = Instant.now();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void everyWindowIsCountedRight(int seed) {
    Random random = new Random(seed);
    // Older than two days there are no minutes once they expired: ask for whole hours there.
    for (int round = 0; round < 4; round++) {
      count(random, 300);
      if (round < 3) {
        folding.fold();
      }
    }
    for (int i = 0; i < 40; i++) {
      Instant from = now.minusSeconds(random.nextLong(90L * 86_400));
      Instant to = from.plusSeconds(60 + random.nextLong(20L * 86_400));
      MetricsWindow window = MetricsWindow.of(from.toString(), to.toString(), now);
      String application = random.nextBoolean() ? null : APPLICATIONS[random.nextInt(3)];
      assertRight(window, application);
    }
    assertRight(MetricsWindow.of(null, null, now), null);
  }

  @Test
  void twoWhoFoldAtTheSameTimeCountNothingTwice() throws Exception {
    count(new Random(11), 5_000);
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (int i = 0; i < 8; i++) {
        threads.execute(folding::fold);
      }
    }
    folding.fold();

    assertThat(
            Rows.texts(
                "SELECT count(*) FROM iam_decision_counts_new WHERE organization_id = '%s'"
                    .formatted(tenant)))
        .containsExactly("0");
    assertRight(MetricsWindow.of(null, null, now), null);
  }

  @Test
  void countsOfAnotherOrganizationAreNotCounted() {
    count(new Random(3), 50);

    DecisionMetricsView other =
        metrics.of(OrganizationId.next(), MetricsWindow.of(null, null, now), null);

    assertThat(other.total()).isZero();
    assertThat(other.denyRate()).isZero();
    assertThat(other.byReason()).isEmpty();
    assertThat(other.topDenied()).isEmpty();
    assertThat(other.series()).isEmpty();
  }

  @Test
  void atMostTwentyNamesAreShownTheMostFrequentFirst() {
    for (int i = 0; i < 50; i++) {
      add(count(now, "shop", "shop:p" + i, ReasonCode.NO_MATCHING_GRANT, true, 1 + i));
    }
    stored.count(all);

    Map<String, Long> top = metrics.of(tenant, MetricsWindow.of(null, null, now), null).topDenied();

    assertThat(top).hasSize(20);
    assertThat(top.keySet().iterator().next()).isEqualTo("shop:p49");
    assertThat(top).containsEntry("shop:p49", 50L).doesNotContainKey("shop:p29");
  }

  @Test
  void denialsThatFoundNoRoomAreCountedAndShownAsSuch() {
    add(count(now, "", "", ReasonCode.DECISION_LOG_FULL, false, 7));
    add(count(now, "", "", ReasonCode.DEPENDENCY_UNAVAILABLE, false, 5));
    add(count(now, "shop", "shop:p1", ReasonCode.GRANTED_BY_GRANT, true, 3));
    stored.count(all);

    for (int folded = 0; folded < 2; folded++) {
      DecisionMetricsView view = metrics.of(tenant, MetricsWindow.of(null, null, now), null);
      assertThat(view.total()).isEqualTo(15);
      assertThat(view.unlogged()).isEqualTo(12);
      assertThat(view.denyRate()).isEqualTo(0.8);
      folding.fold();
    }
  }

  @Test
  void minutesExpireAfterTwoDaysAndDaysDoNot() throws SQLException {
    add(count(now.minus(Duration.ofDays(3)), "shop", "shop:p1", ReasonCode.EXPLICIT_DENY, true, 4));
    stored.count(all);
    folding.fold();
    folding.expire();

    assertThat(
            Rows.texts(
                "SELECT step FROM iam_decision_totals WHERE organization_id = '%s' ORDER BY step"
                    .formatted(tenant)))
        .containsExactly("day", "hour");
    assertRight(MetricsWindow.of(null, null, now), null);
  }

  private void count(Random random, int number) {
    List<DecisionCount> some = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      long seconds = (long) Math.pow(random.nextDouble() * 3_000, 2) % (95L * 86_400);
      ReasonCode reason = ReasonCode.values()[random.nextInt(ReasonCode.values().length)];
      boolean known = random.nextInt(4) > 0;
      String application = APPLICATIONS[random.nextInt(APPLICATIONS.length)];
      some.add(
          count(
              now.minusSeconds(seconds),
              application,
              known ? application + ":p" + random.nextInt(5) : "",
              reason,
              random.nextInt(10) > 0,
              1 + random.nextInt(100)));
    }
    some.forEach(this::add);
    stored.count(some);
  }

  private void add(DecisionCount count) {
    all.add(count);
  }

  private DecisionCount count(
      Instant at, String application, String key, ReasonCode reason, boolean logged, int number) {
    return new DecisionCount(
        tenant, Math.floorDiv(at.getEpochSecond(), 60), application, key, reason, logged, number);
  }

  private void assertRight(MetricsWindow window, String application) {
    DecisionMetricsView view = metrics.of(tenant, window, application);
    List<DecisionCount> counted =
        all.stream()
            .filter(
                each -> !start(each).isBefore(window.from()) && start(each).isBefore(window.to()))
            .filter(each ->
                application == null
                    ? !each.application().equals("iam")
                    : each.application().equals(application))
            .toList();

    assertThat(view.allow() + view.deny() + view.stepUp()).isEqualTo(view.total());
    assertThat(view.total()).isEqualTo(sum(counted, each -> true));
    assertThat(view.allow()).isEqualTo(sum(counted, of(Outcome.ALLOW)));
    assertThat(view.stepUp()).isEqualTo(sum(counted, of(Outcome.STEP_UP)));
    assertThat(view.unlogged()).isEqualTo(sum(counted, each -> !each.logged()));
    Map<String, Long> reasons = new TreeMap<>();
    counted.forEach(each -> reasons.merge(each.reason().wire(), each.number(), Long::sum));
    assertThat(view.byReason()).isEqualTo(reasons);
    assertThat(view.topDenied()).containsExactlyEntriesOf(top(counted));
    assertThat(view.series()).containsExactlyElementsOf(series(counted, window));
    assertThat(view.series()).hasSizeLessThanOrEqualTo(200);
  }

  private static Map<String, Long> top(List<DecisionCount> counted) {
    Map<String, Long> denied = new TreeMap<>();
    counted.stream()
        .filter(of(Outcome.DENY).and(each -> !each.key().isEmpty()))
        .forEach(each -> denied.merge(each.key(), each.number(), Long::sum));
    Map<String, Long> top = new LinkedHashMap<>();
    denied.entrySet().stream()
        .sorted(
            Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(20)
        .forEach(each -> top.put(each.getKey(), each.getValue()));
    return top;
  }

  private static List<PointView> series(List<DecisionCount> counted, MetricsWindow window) {
    Map<Instant, List<DecisionCount>> points = new TreeMap<>();
    counted.forEach(each ->
        points
            .computeIfAbsent(
                MetricsWindow.floor(start(each), window.interval()), _ -> new ArrayList<>())
            .add(each));
    return points.entrySet().stream()
        .map(point ->
            new PointView(
                point.getKey(),
                sum(point.getValue(), of(Outcome.ALLOW)),
                sum(point.getValue(), of(Outcome.DENY)),
                sum(point.getValue(), of(Outcome.STEP_UP))))
        .toList();
  }

  private static Instant start(DecisionCount count) {
    return Instant.ofEpochSecond(60 * count.minute());
  }

  private static Predicate<DecisionCount> of(Outcome outcome) {
    return each -> Outcome.of(each.reason()) == outcome;
  }

  private static long sum(List<DecisionCount> counts, Predicate<DecisionCount> which) {
    return counts.stream().filter(which).mapToLong(DecisionCount::number).sum();
  }
}
