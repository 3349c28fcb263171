package io.iamplane.governance.leastprivilege;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.decision.DecisionService;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.block.BlockLines;
import io.iamplane.decision.log.FlushedLog;
import io.iamplane.decision.log.Outcome;
import io.iamplane.decision.log.RecordedVolume;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.decision.work.RequestBudgets;
import io.iamplane.governance.leastprivilege.LeastPrivilegeScan.Scanned;
import io.iamplane.governance.leastprivilege.WastefulCompany.Ask;
import io.iamplane.governance.leastprivilege.WastefulCompany.Planted;
import io.iamplane.governance.leastprivilege.advice.RecommendationType;
import io.iamplane.governance.simulation.recorded.RecordedDecision;
import io.iamplane.governance.simulation.recorded.RecordedDecisions;
import io.iamplane.shared.WireName;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.AnswerJson;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A generated company with known waste ({@link WastefulCompany}): it is found, every proof holds by
 * an independent check, and accepting all denies nothing that was used. Prints figures.
 */
@QuarkusTest
class GeneratedCompanyDbTest {

  private static final Logger LOG = Logger.getLogger(GeneratedCompanyDbTest.class);
  private static final String LIST = "recommendations/least-privilege";
  private static final Duration LATER = Duration.ofMinutes(2).plusMillis(3);
  private static final long SEED = 4711;

  @Inject TestPlatform platform;
  @Inject LeastPrivilegeScan scan;
  @Inject RecordedVolume volume;
  @Inject FlushedLog log;
  @Inject DecisionService decisions;
  @Inject RequestBudgets budgets;
  @Inject ObjectMapper mapper;

  private AdminTenant tenant;
  private WastefulCompany company;

  /** True to measure memory, too: the garbage collection before takes as long as the work. */
  private boolean measured;

  @Test
  void aSmallCompany() throws Exception {
    show(50, 16, 4_000, 2);
  }

  @Test
  @Tag("ci")
  void aCompanyOfAHundred() throws Exception {
    show(100, 30, 20_000, 1);
  }

  @Test
  @Tag("stress")
  void aCompanyOfTwoThousandAndAYearOfDecisions() throws Exception {
    measured = true;
    show(
        Integer.getInteger("stress.people", 2_000),
        300,
        Integer.getInteger("stress.decisions", 5_000_000),
        200);
  }

  private void show(int people, int roles, int year, int everyHowMany) throws Exception {
    tenant = AdminTenant.notLoaded(platform);
    company = new WastefulCompany(SEED, people, roles, tenant);
    timed("founded %d people, %d roles".formatted(people, roles), company::found);
    timed("recorded %d decisions".formatted(year), () -> company.live(volume, year));
    renew();
    company.part();
    Scanned first = timed("first scan", this::scanned);
    LOG.infof("first scan: %s", first);
    assertThat(first.failed()).isZero();
    assertThat(first.decisions()).isGreaterThanOrEqualTo(year / 365 * 365L);
    theSecondReadsOnlyWhatIsNew();
    List<JsonNode> found = found();
    theWasteIsFound(found);
    everyProofHolds(found, everyHowMany);
    acceptAll(found);
    nothingUsedIsDenied();
  }

  /** Renews the token, which may expire during a long measurement. */
  private void renew() {
    tenant = tenant.as(platform.token(tenant.administrator()));
    company.renew(tenant);
  }

  private Scanned scanned() {
    log.await();
    return scan.scan(tenant.organization().id(), Instant.now().plus(LATER));
  }

  private void theSecondReadsOnlyWhatIsNew() throws Exception {
    Scanned second = timed("second scan", this::scanned);
    assertThat(second.decisions()).isZero();
    assertThat(second.replayed()).isZero();
    assertThat(second.opened() + second.resolved()).isZero();
    renew();
    Ask ask = company.needed().getFirst();
    for (int i = 0; i < 3; i++) {
      assertThat(tenant.allows("user:" + ask.user(), ask.permission())).isTrue();
    }
    Scanned third = timed("third scan", this::scanned);
    assertThat(third.decisions()).isEqualTo(3);
    assertThat(third.replayed()).isEqualTo(3);
  }

  private List<JsonNode> found() {
    List<JsonNode> found = new ArrayList<>();
    String cursor = null;
    do {
      JsonNode page =
          AnswerJson.at(
              tenant
                  .get(
                      LIST
                          + "?filter[status]=open&limit=100"
                          + (cursor == null ? "" : "&cursor=" + cursor))
                  .statusCode(200),
              "");
      page.path("data").forEach(found::add);
      cursor = page.path("next_cursor").textValue();
    } while (cursor != null);
    return found;
  }

  private void theWasteIsFound(List<JsonNode> found) {
    Set<Planted> seen =
        found.stream()
            .map(each ->
                new Planted(
                    WireName.of(RecommendationType.class, each.path("type").asText()),
                    each.path("target").asText()))
            .collect(Collectors.toSet());
    Map<RecommendationType, Long> hits = new TreeMap<>();
    company.planted().stream()
        .filter(seen::contains)
        .forEach(each -> hits.merge(each.type(), 1L, Long::sum));
    List<Planted> besides =
        seen.stream().filter(each -> !company.planted().contains(each)).toList();
    LOG.infof("planted %s", company.counts());
    LOG.infof("found %s, and besides %s", hits, besides);
    for (RecommendationType type : RecommendationType.values()) {
      assertThat(hits.getOrDefault(type, 0L))
          .as(type.wire())
          .isGreaterThanOrEqualTo((long) Math.ceil(0.95 * company.counts().getOrDefault(type, 0L)))
          .isPositive();
    }
    for (JsonNode each : found) {
      each.path("change")
          .path("revoke")
          .forEach(grant -> assertThat(company.sound()).doesNotContain(grant.asText()));
    }
  }

  /** Each change as a draft of {@code policy/simulate}, which knows nothing of recommendations. */
  private void everyProofHolds(List<JsonNode> found, int everyHowMany) {
    String from = Instant.now().minus(Duration.ofDays(90)).toString();
    for (int i = 0; i < found.size(); i++) {
      JsonNode proof = found.get(i).path("proof");
      assertThat(proof.path("newly_denied").asLong()).as(found.get(i).toString()).isZero();
      assertThat(proof.path("complete_from").asText()).isEqualTo(proof.path("from").asText());
      if (i % everyHowMany == 0 && !found.get(i).path("change").path("revoke").isEmpty()) {
        renew();
        JsonNode differences =
            AnswerJson.at(
                tenant
                    .request()
                    .contentType("application/json")
                    .body(
                        "{\"draft\": %s, \"decisions\": {\"from\": \"%s\"}}"
                            .formatted(draft(found.get(i).path("change")), from))
                    .post(AdminTenant.PATH + "policy/simulate")
                    .then()
                    .statusCode(200),
                "/data/decisions");
        assertThat(differences.path("read").asLong()).isPositive();
        assertThat(differences.path("differences").path("newly_denied").asLong())
            .as(found.get(i).toString())
            .isZero();
      }
    }
  }

  private String draft(JsonNode change) {
    List<String> roles = new ArrayList<>();
    change
        .path("roles")
        .forEach(role ->
            roles.add(
                "{\"key\": %s, \"label\": \"Used\", \"permissions\": %s}"
                    .formatted(role.path("key"), role.path("permissions"))));
    List<String> grants = new ArrayList<>();
    change
        .path("grants")
        .forEach(each -> {
          JsonNode like =
              AnswerJson.at(
                  tenant.get("grants/" + each.path("like").asText()).statusCode(200), "/data");
          boolean same = each.path("role_key").isNull();
          grants.add(
              "{\"subject\": %s, \"privilege_type\": %s, \"privilege_key\": %s}"
                  .formatted(
                      like.path("subject"),
                      same ? like.path("privilege_type") : "\"role\"",
                      same ? like.path("privilege_key") : each.path("role_key")));
        });
    return "{\"roles\": %s, \"revoke_grants\": %s, \"grants\": %s}"
        .formatted(roles, change.path("revoke"), grants);
  }

  private void acceptAll(List<JsonNode> found) throws Exception {
    Map<String, Integer> answers = new TreeMap<>();
    timed(
        "accepted",
        () -> {
          for (int i = 0; i < found.size(); i++) {
            JsonNode each = found.get(i);
            if (i % 50 == 0) {
              renew();
            }
            int status =
                tenant
                    .post(LIST + "/" + each.path("id").asText() + "/accept")
                    .extract()
                    .statusCode();
            answers.merge(each.path("type").asText() + " " + status, 1, Integer::sum);
          }
        });
    LOG.infof("accepting: %s", answers);
    assertThat(answers.keySet()).allMatch(each -> each.endsWith(" 200") || each.endsWith(" 409"));
    assertThat(
            answers.entrySet().stream()
                .filter(each -> each.getKey().endsWith(" 200"))
                .mapToInt(Map.Entry::getValue)
                .sum())
        .isGreaterThan(found.size() * 3 / 4);
  }

  /** By the generator's own book-keeping over HTTP, and by each recorded decision of the window. */
  private void nothingUsedIsDenied() throws Exception {
    renew();
    List<Ask> needed = company.needed();
    for (int from = 0; from < needed.size(); from += 1_000) {
      List<Ask> some = needed.subList(from, Math.min(needed.size(), from + 1_000));
      String checks =
          some.stream()
              .map(ask ->
                  "{\"subject\": \"user:%s\", \"permission\": \"%s\"}"
                      .formatted(ask.user(), ask.permission()))
              .collect(Collectors.joining(", "));
      JsonNode answers =
          AnswerJson.at(
              tenant
                  .request()
                  .contentType("application/json")
                  .body("{\"checks\": [" + checks + "]}")
                  .post(AdminTenant.PATH + "decisions/batch")
                  .then()
                  .statusCode(200),
              "/data/decisions");
      for (int i = 0; i < some.size(); i++) {
        assertThat(answers.path(i).path("allowed").asBoolean()).as(some.get(i).toString()).isTrue();
      }
    }
    long asked = timed("asked again", this::askedAgain);
    LOG.infof("%d allowed decisions were asked again, none is denied", asked);
  }

  private long askedAgain() throws SQLException {
    PolicyView policy = decisions.policy(tenant.organization().id(), 0);
    RecordedDecisions reader = new RecordedDecisions(mapper);
    Set<String> gone = new HashSet<>(suspended());
    Instant since = Instant.now().minus(Duration.ofDays(90));
    long asked = 0;
    try (RequestBudget budget = budgets.openJob(tenant.organization().id(), Duration.ofHours(1));
        Connection connection = Rows.open();
        PreparedStatement statement =
            connection.prepareStatement(
                "SELECT body FROM iam_decisions WHERE organization_id = '%s'"
                    .formatted(tenant.organization().id()))) {
      connection.setAutoCommit(false);
      statement.setFetchSize(200);
      ResultSet rows = statement.executeQuery();
      while (rows.next()) {
        for (byte[] line : BlockLines.of(rows.getBytes(1))) {
          RecordedDecision recorded = reader.read(line);
          if (recorded.outcome() == Outcome.ALLOW
              && recorded.at().isAfter(since)
              && !gone.contains(recorded.subject())) {
            asked++;
            assertThat(decisions.judge(policy, recorded.request(), budget, recorded.at()).allowed())
                .as(recorded.toString())
                .isTrue();
          }
        }
      }
      connection.rollback();
    }
    return asked;
  }

  private List<String> suspended() throws SQLException {
    return Rows.texts(
        "SELECT 'user:' || id FROM iam_users WHERE organization_id = '%s' AND status <> 'active'"
            .formatted(tenant.organization().id()));
  }

  /** Work that is measured. */
  @FunctionalInterface
  private interface Work<T> {
    T run() throws Exception;
  }

  private void timed(String what, Runnable work) throws Exception {
    timed(
        what,
        () -> {
          work.run();
          return true;
        });
  }

  private <T> T timed(String what, Work<T> work) throws Exception {
    if (measured) {
      System.gc();
    }
    List<MemoryPoolMXBean> heap =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .toList();
    heap.forEach(MemoryPoolMXBean::resetPeakUsage);
    long before = heap.stream().mapToLong(pool -> pool.getUsage().getUsed()).sum();
    long began = System.nanoTime();
    T done = work.run();
    long millis = Duration.ofNanos(System.nanoTime() - began).toMillis();
    long peak = heap.stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
    LOG.infof("%s: %d ms, heap %d MB before, %d MB peak", what, millis, before >> 20, peak >> 20);
    return done;
  }
}
