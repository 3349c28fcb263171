package io.iamplane.governance.review;

import static io.iamplane.governance.review.ReviewScene.CAMPAIGNS;
import static io.iamplane.governance.review.ReviewScene.decide;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.hasSize;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class ReviewRightsApiTest {

  @Inject TestPlatform platform;

  private ReviewScene scene;

  @BeforeEach
  void aScene() {
    scene = new ReviewScene(platform);
  }

  @Test
  void onlyTheReviewerAndAdministratorsDecide() {
    String ann = scene.grant("user:ann", "warehouse:clerk");
    String campaign = scene.opened("keep", "");
    String item = scene.item(campaign, ann);
    AdminTenant other = scene.account().api();
    for (String verb : List.of("certify", "revoke")) {
      decide(other, item, verb, "{}").statusCode(403);
    }
    decide(other, item, "delegate", "{'to': 'user:bob'}").statusCode(403);
    other.get("access-reviews/inbox").statusCode(200).body("data", hasSize(0));
    decide(scene.admin, item, "certify", "{}")
        .statusCode(200)
        .body("data.as_administrator", equalTo(true));
    decide(scene.reviewer, item, "certify", "{}")
        .statusCode(200)
        .body("data.as_administrator", equalTo(false));
  }

  @Test
  void noOneDecidesAboutTheirOwnGrant() {
    String own = scene.grant(scene.reviewerName, "warehouse:clerk");
    String campaign = scene.opened("keep", "");
    String item = scene.item(campaign, own);
    // It is the owner's, not the reviewer's.
    scene.reviewer.get("access-reviews/inbox").body("data", hasSize(0));
    for (String verb : List.of("certify", "revoke")) {
      decide(scene.reviewer, item, verb, "{}")
          .statusCode(403)
          .body("detail", containsString("your own grant"));
    }
    decide(scene.reviewer, item, "delegate", "{'to': 'user:bob'}").statusCode(403);
    decide(scene.admin, item, "delegate", "{'to': '%s'}".formatted(scene.reviewerName))
        .statusCode(422)
        .body("errors", hasKey("to"));
    decide(scene.admin, item, "certify", "{}").statusCode(200);
  }

  @Test
  void aGroupsGrantIsItsMembersOwn() {
    scene.admin.made("groups", "{'key': 'crew', 'name': 'Crew'}");
    scene
        .admin
        .post(
            "groups/crew/members",
            "{'member_type': 'service_account', 'member_id': '%s'}"
                .formatted(scene.reviewerName.split(":")[1]))
        .statusCode(201);
    String group = scene.admin.get("groups/crew").extract().path("data.id");
    String grant = scene.grant("group:" + group, "warehouse:clerk");
    String campaign = scene.opened("keep", "");
    decide(scene.reviewer, scene.item(campaign, grant), "certify", "{}").statusCode(403);
  }

  @Test
  void aDelegationGoesOnAndNeverBack() {
    String ann = scene.grant("user:ann", "warehouse:clerk");
    String campaign = scene.opened("keep", "");
    String item = scene.item(campaign, ann);
    ReviewScene.Account next = scene.account();
    decide(scene.reviewer, item, "delegate", "{'to': '%s'}".formatted(next.name()))
        .statusCode(200)
        .body("data.reviewer", equalTo(next.name()))
        .body("data.delegated_by", equalTo(List.of(scene.reviewerName)));
    decide(scene.reviewer, item, "certify", "{}").statusCode(403);
    decide(next.api(), item, "delegate", "{'to': '%s'}".formatted(scene.reviewerName))
        .statusCode(409);
    decide(next.api(), item, "delegate", "{'to': '%s'}".formatted(next.name())).statusCode(409);
    decide(next.api(), item, "delegate", "{'to': 'user:ann'}").statusCode(422);
    decide(next.api(), item, "delegate", "{'to': 'user:unknown'}").statusCode(422);
    decide(next.api(), item, "certify", "{}").statusCode(200);
  }

  @Test
  void anItemHasTenReviewersAndNoMore() throws SQLException {
    String ann = scene.grant("user:ann", "warehouse:clerk");
    String item = scene.item(scene.opened("keep", ""), ann);
    for (int i = 1; i <= 11; i++) {
      scene.admin.made("users", "{'name': 'Next', 'external_id': 'next-%d'}".formatted(i));
    }
    delegateAndNoMore(item, 9, 0);

    Rows.update(
        "UPDATE iam_access_review_items SET reviewer = NULL, delegated_by = '{}' WHERE id = '%s'"
            .formatted(item));
    delegateAndNoMore(item, 10, 1);
  }

  /** Each time to the next one; the first of them had an earlier reviewer or not. */
  private void delegateAndNoMore(String item, int times, int without) {
    for (int i = 1; i <= times; i++) {
      decide(scene.admin, item, "delegate", "{'to': 'user:next-%d'}".formatted(i))
          .statusCode(200)
          .body("data.delegated_by", hasSize(i - without));
    }
    decide(scene.admin, item, "delegate", "{'to': 'user:next-11'}")
        .statusCode(409)
        .body("detail", containsString("10 reviewers"));
  }

  @Test
  void aDelegationEndsWithTheAccountOfWhoDelegated() {
    String ann = scene.grant("user:ann", "warehouse:clerk");
    String item = scene.item(scene.opened("keep", ""), ann);
    ReviewScene.Account next = scene.account();
    String to = "{'to': '%s'}".formatted(next.name());
    decide(scene.reviewer, item, "delegate", to).statusCode(200);
    decide(next.api(), item, "certify", "{}").statusCode(200);
    scene.suspendReviewer();
    for (String verb : List.of("certify", "revoke")) {
      decide(next.api(), item, verb, "{}")
          .statusCode(403)
          .body("detail", containsString("no longer active"));
    }
    decide(next.api(), item, "delegate", "{'to': 'user:bob'}").statusCode(403);
    // An administrator may decide, and leave it to the same one, whose right rests on that now.
    decide(scene.admin, item, "delegate", to).statusCode(200).body("data.delegated_by", hasSize(0));
    decide(next.api(), item, "certify", "{}").statusCode(200);
  }

  @Test
  void theGrantOfAnAccountThatOneControlsIsOnesOwn() {
    String account =
        scene
            .admin
            .post("service-accounts", "{'name': 'Robot', 'external_id': 'robot'}")
            .statusCode(201)
            .extract()
            .path("data.id");
    String grant = scene.grant("service_account:" + account, "warehouse:clerk");
    String item = scene.item(scene.opened("keep", ""), grant);
    for (String verb : List.of("certify", "revoke")) {
      decide(scene.admin, item, verb, "{}")
          .statusCode(403)
          .body("detail", containsString("your own grant"));
    }
    decide(scene.admin, item, "delegate", "{'to': 'user:bob'}").statusCode(403);
    decide(scene.reviewer, item, "certify", "{}").statusCode(200);
  }

  @Test
  void anotherTenantsCampaignIsNotFound() {
    String ann = scene.grant("user:ann", "warehouse:clerk");
    String campaign = scene.opened("keep", "");
    String item = scene.item(campaign, ann);
    AdminTenant stranger = new AdminTenant(platform);
    stranger.get(CAMPAIGNS).body("data", hasSize(0));
    for (String path : List.of("", "/items", "/dry-run")) {
      stranger.get(CAMPAIGNS + "/" + campaign + path).statusCode(404);
    }
    for (String verb : List.of("open", "close", "cancel")) {
      stranger.post(CAMPAIGNS + "/" + campaign + "/" + verb).statusCode(404);
    }
    decide(stranger, item, "certify", "{}").statusCode(404);
    decide(stranger, item, "revoke", "{}").statusCode(404);
    decide(stranger, item, "delegate", "{'to': 'user:ann'}").statusCode(404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/open", "/close", "/cancel"})
  void campaignsNeedThePermission(String path) {
    String campaign = scene.draft("keep", "");
    scene.reviewer.get(CAMPAIGNS + "/" + campaign).statusCode(403);
    if (!path.isEmpty()) {
      scene.reviewer.post(CAMPAIGNS + "/" + campaign + path).statusCode(403);
    }
  }

  /** The last decision counts, and each decision is recorded once. */
  @Test
  void twoWhoDecideAtOnceLeaveOneDecision() throws Exception {
    String ann = scene.grant("user:ann", "warehouse:clerk");
    String campaign = scene.opened("keep", ", 'apply': 'at_once'");
    String item = scene.item(campaign, ann);
    List<Integer> answers = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      List<Future<Integer>> sent = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        AdminTenant by = i % 2 == 0 ? scene.reviewer : scene.admin;
        sent.add(threads.submit(() -> decide(by, item, "revoke", "{}").extract().statusCode()));
      }
      for (Future<Integer> each : sent) {
        answers.add(each.get());
      }
    }
    assertThat(answers).containsOnly(200, 409).containsOnlyOnce(200);
    scene.admin.get("audit/events?type=iam.grant.revoked").body("data", hasSize(1));
    scene.admin.get("audit/events?type=iam.access_review.item_revoked").body("data", hasSize(1));
  }
}
