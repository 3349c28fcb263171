package io.iamplane.decision.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.decision.work.RequestBudget;
import io.iamplane.decision.work.RequestBudgets;
import io.iamplane.grant.NewGrant;
import io.iamplane.shared.SubjectRef;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client sends a costly batch and leaves: the work ends with the connection. */
@QuarkusTest
class AbandonedBatchApiTest extends ShopTenant {

  /** All that a request may take, by default. */
  private static final int ALL_STEPS = 1_000_000;

  /** Steps that the test itself spends, to hold the tenant's turn. */
  private static final int OWN_STEPS = 60_000;

  /** A request that has taken these waits for its turn. */
  private static final int HEAVY_STEPS = 50_000;

  @Inject MeterRegistry meters;
  @Inject RequestBudgets budgets;

  @BeforeEach
  void aCostlyCondition() {
    // Its meters begin with it.
    budgets.open(tenant.id()).close();
    record(
        tenant,
        recording ->
            grants.create(
                recording,
                NewGrant.permission(new SubjectRef("user", "ann"), "shop:order.read")
                    .when("context.list.exists(x, x == context.none)")
                    .build()));
  }

  @Test
  void theWorkOfABatchEndsWithItsConnection() throws IOException {
    double before = steps();
    double left = abandoned();
    try (RequestBudget turn = budgets.open(tenant.id())) {
      turn.spend(OWN_STEPS);
      double connections = connections();
      try (Socket client = new Socket("127.0.0.1", RestAssured.port)) {
        client.getOutputStream().write(request().getBytes(StandardCharsets.US_ASCII));
        eventually(() -> steps() >= before + OWN_STEPS + HEAVY_STEPS);
      }
      eventually(() -> connections() <= connections);
    }
    eventually(() -> abandoned() == left + 1);
    assertThat(steps() - before - OWN_STEPS).isLessThan(2 * HEAVY_STEPS);
  }

  @Test
  void aClientThatStaysHasTheWholeWork() {
    double before = steps();
    double left = abandoned();
    post(token, "batch", batch()).statusCode(200);
    assertThat(steps() - before).isGreaterThanOrEqualTo(ALL_STEPS);
    assertThat(abandoned()).isEqualTo(left);
  }

  private static void eventually(java.util.concurrent.Callable<Boolean> condition) {
    await().atMost(Duration.ofSeconds(30)).until(condition);
  }

  private String request() {
    String body = batch();
    return "POST "
        + DECISIONS
        + "batch HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nAuthorization: Bearer "
        + token
        + "\r\nContent-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }

  private static String batch() {
    String context = "{'list': [%s]}".formatted("1,".repeat(3_999) + "1");
    return json(
        "{'subject': 'user:ann', 'permission': 'shop:order.read', 'resource': '7', 'context': %s,"
                .formatted(context)
            + " 'checks': [%s]}".formatted("{},".repeat(999) + "{}"));
  }

  private double steps() {
    return meters.get("iam_decision_steps").functionCounter().count();
  }

  private double abandoned() {
    return meters.get("iam_decision_requests_abandoned").counter().count();
  }

  private double connections() {
    return meters.get("iam_http_connections").gauge().value();
  }
}
