package io.iamplane.decision.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.decision.log.FlushedLog;
import io.iamplane.directory.organization.Organization;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * The log's table is locked but for moments, so more decisions come than the log can take: their
 * sender is slowed down and then refused before anything is decided, and no answer changes because
 * of it.
 */
@QuarkusTest
class LogOverloadApiTest extends ShopTenant {

  private static final int CHECKS = 500;
  private static final int CLIENTS = 4;

  /** More than may wait: some are refused at the door, others after their wait. */
  private static final int THREADS = 10;

  /** Refusals after which the log is full beyond doubt. */
  private static final int ENOUGH = 30;

  /** More than the log holds, so that a test in which nothing is refused comes to an end. */
  private static final int BATCHES = 150;

  private static final String LOCK = "BEGIN; LOCK TABLE iam_decisions IN SHARE ROW EXCLUSIVE MODE";

  /** The time of a flush meanwhile; a service waits 4 s for a lock. */
  private static final Duration ONE_FLUSH = Duration.ofSeconds(3);

  @Inject FlushedLog log;

  private final AtomicInteger answered = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();

  @Test
  void theSurplusIsRefusedAndNoAnswerIsAnother() throws Exception {
    Organization bystander = platform.tenant();
    install(bystander);
    String other = platform.token(platform.administrator(bystander));
    List<String> senders = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      senders.add(platform.token(platform.administrator(tenant)));
    }
    String batch = json(body());

    withoutRoom(() -> {
      CompletableFuture<?> flood = flood(senders, batch);
      while (!flood.isDone()) {
        assertOthersGoOn(other);
      }
      flood.orTimeout(2, TimeUnit.MINUTES).join();
      assertOthersGoOn(other);
    });

    assertThat(refused.get()).isGreaterThanOrEqualTo(ENOUGH);
    assertThat(answered.get()).isPositive();
    log.await();
    post(senders.getFirst(), "batch", batch).statusCode(200);
    JsonNode metrics =
        JSON.readTree(as(token).get("/api/iam/v1/metrics/decisions").then().extract().asString());
    assertThat(metrics.at("/data/unlogged").asLong()).isZero();
    assertThat(metrics.toString()).doesNotContain("decision_log_full");
  }

  private interface Work {
    void run() throws Exception;
  }

  /** Lets one flush pass now and then, before the database refuses it: the log is just slow. */
  private static void withoutRoom(Work work) throws Exception {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Rows.with(statement -> {
      statement.execute(LOCK);
      Thread.ofVirtual().start(() -> run(work, done));
      while (!isDone(done)) {
        statement.execute("ROLLBACK");
        statement.execute(LOCK);
      }
      statement.execute("ROLLBACK");
      return null;
    });
    done.join();
  }

  private static void run(Work work, CompletableFuture<Void> done) {
    try {
      work.run();
      done.complete(null);
    } catch (Exception | AssertionError e) {
      done.completeExceptionally(e);
    }
  }

  private static boolean isDone(CompletableFuture<Void> work) {
    try {
      work.get(ONE_FLUSH.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      return true;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private CompletableFuture<?> flood(List<String> senders, String batch) {
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    List<CompletableFuture<?>> all = new ArrayList<>();
    for (String sender : senders) {
      for (int i = 0; i < THREADS; i++) {
        all.add(CompletableFuture.runAsync(() -> send(sender, batch), threads));
      }
    }
    return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new));
  }

  private void send(String sender, String batch) {
    for (int i = 0; i < BATCHES && refused.get() < ENOUGH; i++) {
      Response answer =
          as(sender).contentType(ContentType.JSON).body(batch).post(DECISIONS + "batch");
      if (answer.statusCode() == 429) {
        assertThat(answer.header("Retry-After")).isEqualTo("1");
        assertThat(answer.header("RateLimit")).isNotEmpty();
        assertThat(answer.then().extract().asString()).contains("The decision log cannot record");
        refused.incrementAndGet();
      } else {
        assertThat(answer.statusCode()).isEqualTo(200);
        assertAsWithoutALog(answer.then().extract().asString());
        answered.incrementAndGet();
      }
    }
  }

  private static void assertAsWithoutALog(String text) {
    try {
      JsonNode decisions = JSON.readTree(text).at("/data/decisions");
      assertThat(decisions.size()).isEqualTo(CHECKS);
      for (int i = 0; i < CHECKS; i++) {
        assertThat(decisions.get(i).get("reason_code").asText())
            .isEqualTo(i % 2 == 0 ? "granted_by_grant" : "no_matching_grant");
        assertThat(decisions.get(i).get("allowed").asBoolean()).isEqualTo(i % 2 == 0);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Checks an idle administrator of the same tenant, and another tenant. */
  private void assertOthersGoOn(String other) {
    as(token).get("/api/iam/v1/metrics/decisions").then().statusCode(200);
    String check =
        "{'subject': 'user:ann', 'permission': 'shop:order.read', 'resource': 'order:42'}";
    post(other, "check", check).statusCode(200).body("data.allowed", equalTo(true));
    check(check).statusCode(200).body("data.allowed", equalTo(true));
  }

  private RequestSpecification as(String bearer) {
    return platform.as(bearer);
  }

  private static String body() {
    List<String> checks = new ArrayList<>();
    for (int i = 0; i < CHECKS; i++) {
      checks.add("{'resource': 'order:%d'}".formatted(i % 2 == 0 ? 42 : 7));
    }
    return "{'subject': 'user:ann', 'permission': 'shop:order.read', 'checks': [%s]}"
        .formatted(String.join(",", checks));
  }
}
