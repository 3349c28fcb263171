package io.iamplane.governance.review;

import static io.iamplane.governance.review.ReviewScene.CAMPAIGNS;
import static io.iamplane.governance.review.ReviewScene.decide;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Decisions that are taken back. */
@QuarkusTest
class ReviewResetApiTest {

  @Inject TestPlatform platform;

  private ReviewScene scene;
  private String ann;

  @BeforeEach
  void aScene() {
    scene = new ReviewScene(platform);
    ann = scene.grant("user:ann", "warehouse:clerk");
  }

  private static ValidatableResponse reset(AdminTenant by, String item) {
    return by.post("access-reviews/items/" + item + "/reset");
  }

  private void recorded(int times) {
    scene.admin.get("audit/events?type=iam.access_review.item_reset").body("data", hasSize(times));
  }

  @Test
  void theItemIsAsIfNoOneHadDecided() {
    String campaign = scene.opened("suspend", ", 'max_blast_radius': 1");
    String item = scene.item(campaign, ann);
    ReviewScene.Account next = scene.account();
    decide(scene.reviewer, item, "delegate", "{'to': '%s'}".formatted(next.name())).statusCode(200);
    decide(scene.admin, item, "certify", "{'note': 'night shift'}").statusCode(200);
    reset(next.api(), item)
        .statusCode(200)
        .body("data.decision", equalTo("undecided"))
        .body("data.decided_by", nullValue())
        .body("data.decided_at", nullValue())
        .body("data.as_administrator", equalTo(false))
        .body("data.note", nullValue())
        .body("data.outcome", nullValue())
        .body("data.reviewer", equalTo(next.name()))
        .body("data.delegated_by", equalTo(List.of(scene.reviewerName)));

    next.api().get("access-reviews/inbox").body("data.id", equalTo(List.of(item)));
    scene.admin.get(CAMPAIGNS + "/" + campaign + "/dry-run").body("data.undecided", equalTo(1));
    String record =
        scene
            .admin
            .get("audit/events?type=iam.access_review.item_reset")
            .body("data", hasSize(1))
            .body("data[0].target.id", equalTo(item))
            .extract()
            .path("data[0].id");
    scene
        .admin
        .get("audit/events/" + record)
        .body("data.before.decision", equalTo("certified"))
        .body("data.before.note", equalTo("night shift"))
        .body("data.after.decision", equalTo("undecided"));
    scene
        .admin
        .get("events?limit=100")
        .body(
            "data.findAll { it.type == 'iam.access_review.item_reset' }.data.target.id",
            equalTo(List.of(item)));

    scene.close(campaign, false).statusCode(200);
    assertThat(scene.outcome(campaign, ann)).isEqualTo("suspended");
  }

  @Test
  void anItemWithoutADecisionStaysAsItIs() {
    String item = scene.item(scene.opened("keep", ""), ann);
    reset(scene.reviewer, item).statusCode(200).body("data.decision", equalTo("undecided"));
    recorded(0);
    decide(scene.reviewer, item, "revoke", "{}").statusCode(200);
    for (int i = 0; i < 2; i++) {
      reset(scene.reviewer, item).statusCode(200).body("data.decision", equalTo("undecided"));
    }
    recorded(1);
  }

  @Test
  void aRevocationThatTookEffectAtOnceStays() {
    String bob = scene.grant("user:bob", "warehouse:clerk");
    String campaign = scene.opened("keep", ", 'apply': 'at_once'");
    String item = scene.item(campaign, ann);
    decide(scene.reviewer, item, "revoke", "{}").statusCode(200);
    for (AdminTenant by : List.of(scene.reviewer, scene.admin)) {
      reset(by, item).statusCode(409).body("detail", containsString("has already taken effect"));
    }
    assertThat(scene.status(ann)).isEqualTo("revoked");
    recorded(0);

    decide(scene.reviewer, scene.item(campaign, bob), "certify", "{}").statusCode(200);
    reset(scene.reviewer, scene.item(campaign, bob)).statusCode(200);
  }

  @Test
  void onlyWhoMayDecideTakesADecisionBack() {
    String own = scene.grant(scene.reviewerName, "warehouse:clerk");
    String campaign = scene.opened("keep", "");
    String item = scene.item(campaign, ann);
    decide(scene.reviewer, item, "certify", "{}").statusCode(200);
    reset(scene.account().api(), item).statusCode(403);
    reset(new AdminTenant(platform), item).statusCode(404);
    reset(scene.admin, AdminTenant.UNKNOWN_ID).statusCode(404);
    reset(scene.admin, "no-id").statusCode(404);

    String ofReviewer = scene.item(campaign, own);
    decide(scene.admin, ofReviewer, "revoke", "{}").statusCode(200);
    reset(scene.reviewer, ofReviewer)
        .statusCode(403)
        .body("detail", containsString("your own grant"));

    ReviewScene.Account next = scene.account();
    decide(scene.reviewer, item, "delegate", "{'to': '%s'}".formatted(next.name())).statusCode(200);
    reset(scene.reviewer, item).statusCode(403);
    scene.suspendReviewer();
    reset(next.api(), item).statusCode(403).body("detail", containsString("no longer active"));
    recorded(0);
    reset(scene.admin, item).statusCode(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"close", "cancel"})
  void aCampaignThatIsOverKeepsItsDecisions(String end) {
    String campaign = scene.opened("keep", "");
    String item = scene.item(campaign, ann);
    decide(scene.reviewer, item, "certify", "{}").statusCode(200);
    scene.admin.post(CAMPAIGNS + "/" + campaign + "/" + end).statusCode(200);
    for (AdminTenant by : List.of(scene.reviewer, scene.admin)) {
      reset(by, item).statusCode(409).body("detail", containsString("The campaign's status is "));
    }
    recorded(0);
  }

  /** An operation for any caller keeps no answers under keys; a repeat finds nothing to do. */
  @Test
  void aRepeatWithTheSameKeyIsRecordedOnce() {
    String item = scene.item(scene.opened("keep", ""), ann);
    decide(scene.reviewer, item, "certify", "{}").statusCode(200);
    for (int i = 0; i < 2; i++) {
      scene
          .reviewer
          .request()
          .header("Idempotency-Key", "reset-1")
          .post(AdminTenant.PATH + "access-reviews/items/" + item + "/reset")
          .then()
          .statusCode(200)
          .body("data.decision", equalTo("undecided"));
    }
    recorded(1);
  }

  /** The decision is taken back before the campaign begins to close, or applied. */
  @Test
  void closingMeanwhileAppliesTheDecisionOrFindsNone() throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      for (int i = 0; i < 5; i++) {
        String grant = scene.grant("user:bob", "warehouse:boss");
        String campaign = scene.opened("keep", ", 'max_blast_radius': 1");
        String item = scene.item(campaign, grant);
        decide(scene.reviewer, item, "revoke", "{}").statusCode(200);
        CyclicBarrier start = new CyclicBarrier(2);
        Future<Integer> closed =
            threads.submit(() -> {
              start.await();
              return scene.close(campaign, true).extract().statusCode();
            });
        Future<Integer> taken =
            threads.submit(() -> {
              start.await();
              return reset(scene.reviewer, item).extract().statusCode();
            });
        assertThat(closed.get()).isEqualTo(200);
        assertThat(taken.get()).isIn(200, 409);
        boolean back = taken.get() == 200;
        assertThat(scene.outcome(campaign, grant)).isEqualTo(back ? "kept" : "revoked");
        assertThat(scene.status(grant)).isEqualTo(back ? "active" : "revoked");
      }
    }
  }
}
