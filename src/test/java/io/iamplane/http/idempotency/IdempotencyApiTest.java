package io.iamplane.http.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.nullValue;

import io.iamplane.database.Sql;
import io.iamplane.database.Transactions;
import io.iamplane.job.ExpiredRows;
import io.iamplane.testing.TestDatabase;
import io.iamplane.testing.TestPlatform;
import io.iamplane.testing.TokenSmith;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class IdempotencyApiTest {

  private static final String PATH = "/api/iam/v1/organizations";

  @Inject ExpiredRows job;
  @Inject TestPlatform platform;
  @Inject TokenSmith smith;
  @Inject Sql sql;
  @Inject Transactions transactions;
  private String token;

  @BeforeEach
  void authenticate() {
    token = platform.platformToken();
  }

  @AfterEach
  void repair() {
    TestDatabase.proxy().cutNothing();
  }

  @Test
  void repeatedRequestGetsTheFirstAnswer() {
    String key = fresh("key");
    String body = body(fresh("org"), "Acme");
    ValidatableResponse first =
        post(token, key, body).statusCode(201).header("Idempotency-Replayed", nullValue());
    ValidatableResponse second =
        post(token, key, body).statusCode(201).header("Idempotency-Replayed", "true");
    assertThat(second.extract().asString()).isEqualTo(first.extract().asString());
    for (String header : List.of("ETag", "Location", "Content-Type")) {
      assertThat(second.extract().header(header)).isEqualTo(first.extract().header(header));
    }
  }

  @Test
  void orderOfMembersAndWhiteSpaceDoNotMakeAnotherRequest() {
    String key = fresh("key");
    String org = fresh("org");
    post(token, key, "{\"key\":\"" + org + "\",\"name\":\"A\"}").statusCode(201);
    post(token, key, "{ \"name\" : \"A\", \"key\" : \"" + org + "\" }")
        .statusCode(201)
        .header("Idempotency-Replayed", "true");
  }

  @Test
  void anotherRequestUnderTheSameKeyIs422() {
    String key = fresh("key");
    post(token, key, body(fresh("org"), "Acme")).statusCode(201);
    post(token, key, body(fresh("org"), "Acme"))
        .statusCode(422)
        .body("errors", hasKey("Idempotency-Key"));
  }

  @Test
  void refusalIsNotKept() {
    String key = fresh("key");
    String org = fresh("org");
    post(token, fresh("other"), body(org, "First")).statusCode(201);
    post(token, key, body(org, "Second")).statusCode(409);
    post(token, key, body(fresh("org"), "Third")).statusCode(201);
  }

  @Test
  void keysOfAnotherActorAreAnotherKey() {
    String key = fresh("key");
    String org = fresh("org");
    post(token, key, body(org, "Acme")).statusCode(201);
    post(platform.platformToken(), key, body(org, "Acme")).statusCode(409);
  }

  @Test
  void permissionIsAskedOnAReplayToo() {
    String key = fresh("key");
    String body = body(fresh("org"), "Acme");
    var client = platform.administrator(platform.platform());
    String own = platform.token(client);
    post(own, key, body).statusCode(201);
    String later = platform.token(client);
    platform.suspend(platform.platform(), client);
    post(own, key, body).statusCode(401);
    post(smith.reforge(later, claims -> claims.put("policy_version", 1_000_000_000)), key, body)
        .statusCode(403);
  }

  @Test
  void storedAnswerIsSealed() {
    String key = fresh("key");
    String org = fresh("org");
    post(token, key, body(org, "Acme")).statusCode(201);
    byte[] stored =
        sql.first(
                "SELECT answer FROM iam_idempotent_answers WHERE idempotency_key = ?",
                row -> row.getBytes("answer"),
                key)
            .orElseThrow();
    assertThat(new String(stored, StandardCharsets.ISO_8859_1)).doesNotContain(org);
  }

  @Test
  void requestThatIsUnderWayIsNotDoneTwice() throws Exception {
    String key = fresh("key");
    String body = body(fresh("org"), "Acme");
    CountDownLatch locked = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      // Holds the platform's version, so that the first request waits inside its transaction.
      Future<?> holder =
          threads.submit(() ->
              transactions.run(() -> {
                sql.list(
                    "SELECT 1 FROM iam_policy_versions WHERE organization_id = ? FOR UPDATE",
                    row -> true,
                    platform.platform().id().value());
                locked.countDown();
                await(release);
              }));
      assertThat(locked.await(10, TimeUnit.SECONDS)).isTrue();
      Future<Integer> first = threads.submit(() -> post(token, key, body).extract().statusCode());
      Awaitility.await().until(this::advisoryLockIsHeld);
      post(token, key, body).statusCode(409);
      release.countDown();
      assertThat(first.get()).isEqualTo(201);
      holder.get();
    }
    post(token, key, body).statusCode(201).header("Idempotency-Replayed", "true");
  }

  @Test
  void manyRepeatsAtOnceWriteOnce() throws Exception {
    String key = fresh("key");
    String org = fresh("org");
    List<Callable<Integer>> calls = new ArrayList<>();
    for (int i = 0; i < 32; i++) {
      calls.add(() -> post(token, key, body(org, "Acme")).extract().statusCode());
    }
    List<Integer> statuses = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
      for (Future<Integer> call : threads.invokeAll(calls)) {
        statuses.add(call.get());
      }
    }
    assertThat(statuses).contains(201).isSubsetOf(201, 409);
    assertThat(
            sql.first(
                "SELECT count(*) AS n FROM iam_organizations WHERE key = ?",
                row -> row.getLong("n"),
                org))
        .hasValue(1L);
  }

  @Test
  void crashBetweenCommitAndAnswerIsToldByTheRepeat() {
    String key = fresh("key");
    String body = body(fresh("org"), "Acme");
    cutAfterTheCommitOf("iam_idempotent_answers");
    post(token, key, body)
        .statusCode(403)
        .body("type", equalTo("https://iam/problems/dependency-unavailable"))
        .body("outcome", equalTo("unknown"))
        .header("Retry-After", "2");
    TestDatabase.proxy().cutNothing();
    post(token, key, body).statusCode(201).header("Idempotency-Replayed", "true");
  }

  @Test
  void crashBeforeTheCommitLeavesNoClaim() {
    String key = fresh("key");
    String body = body(fresh("org"), "Acme");
    TestDatabase.proxy()
        .cutBefore(statement -> statement.contains("INSERT INTO iam_idempotent_answers"));
    post(token, key, body).statusCode(403).body("outcome", equalTo("not_applied"));
    TestDatabase.proxy().cutNothing();
    // The claim goes when the database notices that its client is gone.
    Awaitility.await()
        .untilAsserted(() ->
            post(token, key, body).statusCode(201).header("Idempotency-Replayed", nullValue()));
  }

  /** Nothing is read after the commit, so that no failure can be reported for a committed write. */
  @Test
  void commitIsTheLastStatementOfAWrite() {
    java.util.List<String> statements = java.util.Collections.synchronizedList(new ArrayList<>());
    TestDatabase.proxy()
        .cutBefore(statement -> {
          if (!statement.isBlank() && !statement.contains("pg_notify")) {
            statements.add(statement);
          }
          return false;
        });
    platform
        .as(token)
        .contentType("application/json")
        .body(body(fresh("org"), "Acme"))
        .post(PATH)
        .then()
        .statusCode(201);
    TestDatabase.proxy().cutNothing();
    int written = lastIndexOf(statements, "INSERT INTO iam_outbox_messages");
    assertThat(written).isPositive();
    int committed = written + statements.subList(written, statements.size()).indexOf("COMMIT");
    assertThat(committed).isGreaterThan(written);
    // Policies and keys are refreshed and decisions recorded in the background, whatever this does.
    assertThat(
            statements.subList(committed + 1, statements.size()).stream()
                .filter(statement -> !statement.matches("BEGIN.*|COMMIT|ROLLBACK"))
                .filter(statement -> !statement.contains("iam_policy_versions"))
                .filter(statement -> !statement.contains("FROM iam_signing_keys"))
                .filter(statement -> !statement.contains("iam_decision")))
        .isEmpty();
  }

  private static int lastIndexOf(List<String> statements, String start) {
    int last = -1;
    for (int i = 0; i < statements.size(); i++) {
      last = statements.get(i).startsWith(start) ? i : last;
    }
    return last;
  }

  @Test
  void answerOlderThanItsRetentionIsForgotten() {
    String key = fresh("key");
    post(token, key, body(fresh("org"), "Acme")).statusCode(201);
    sql.update(
        "UPDATE iam_idempotent_answers SET created_at = created_at - interval '8 days'"
            + " WHERE idempotency_key = ?",
        key);
    post(token, key, body(fresh("org"), "Acme"))
        .statusCode(201)
        .header("Idempotency-Replayed", nullValue());
  }

  @Test
  void theJobRemovesAnswersOlderThanTheirRetention() {
    String old = fresh("key");
    String young = fresh("key");
    post(token, old, body(fresh("org"), "Acme")).statusCode(201);
    post(token, young, body(fresh("org"), "Acme")).statusCode(201);
    sql.update(
        "UPDATE iam_idempotent_answers SET created_at = created_at - interval '8 days'"
            + " WHERE idempotency_key = ?",
        old);
    job.run();
    assertThat(kept(old)).isZero();
    assertThat(kept(young)).isEqualTo(1);
  }

  private long kept(String key) {
    return sql.first(
            "SELECT count(*) AS n FROM iam_idempotent_answers WHERE idempotency_key = ?",
            row -> row.getLong("n"),
            key)
        .orElseThrow();
  }

  @Test
  void readsTakeNoNoticeOfAKey() {
    platform.as(token).header("Idempotency-Key", "x").get(PATH).then().statusCode(200);
  }

  private static void cutAfterTheCommitOf(String table) {
    boolean[] seen = {false};
    TestDatabase.proxy()
        .cutAfter(statement -> {
          seen[0] = seen[0] || statement.contains("INSERT INTO " + table);
          return seen[0] && statement.equals("COMMIT");
        });
  }

  private boolean advisoryLockIsHeld() {
    return sql.first(
                "SELECT count(*) AS n FROM pg_locks WHERE locktype = 'advisory' AND granted",
                row -> row.getLong("n"))
            .orElseThrow()
        > 0;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await(8, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private ValidatableResponse post(String as, String key, String body) {
    return platform
        .as(as)
        .contentType("application/json")
        .header("Idempotency-Key", key)
        .body(body)
        .post(PATH)
        .then();
  }

  private static String body(String key, String name) {
    return "{\"key\":\"" + key + "\",\"name\":\"" + name + "\"}";
  }

  private static String fresh(String prefix) {
    return prefix + "-" + Long.toString(System.nanoTime(), 36);
  }
}
