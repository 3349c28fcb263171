package io.iamplane.governance.review;

import static io.iamplane.governance.review.ReviewScene.decide;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;

import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One hand with several accounts reviews none of their grants by another of them. */
@QuarkusTest
class ReviewHandsApiTest {

  @Inject TestPlatform platform;

  private ReviewScene scene;

  @BeforeEach
  void aScene() {
    scene = new ReviewScene(platform);
  }

  private String opened(String reviewer) {
    String campaign = scene.draft(reviewer, "keep", "");
    scene.open(campaign).statusCode(200);
    return campaign;
  }

  private void refused(ReviewScene.Account by, String item) {
    for (String verb : List.of("certify", "revoke")) {
      decide(by.api(), item, verb, "{}")
          .statusCode(403)
          .body("detail", containsString("your own grant"));
    }
    decide(by.api(), item, "delegate", "{'to': 'user:bob'}").statusCode(403);
  }

  /** Neither controls the other: the administrator made both secrets. */
  @Test
  void aSecondAccountOfTheSameHandDoesNotDecide() {
    ReviewScene.Account holder = scene.puppet();
    ReviewScene.Account reviewer = scene.puppet();
    String grant = scene.grant(holder.name(), "warehouse:clerk");
    String item = scene.item(opened(reviewer.name()), grant);
    refused(reviewer, item);
    decide(scene.admin, item, "certify", "{}").statusCode(403);
    decide(scene.admin.second(), item, "delegate", "{'to': '%s'}".formatted(reviewer.name()))
        .statusCode(422)
        .body("errors", hasKey("to"));
    decide(scene.admin.second(), item, "certify", "{}")
        .statusCode(200)
        .body("data.as_administrator", equalTo(true));
  }

  /** The grant reaches the reviewer's other account through a group. */
  @Test
  void aGrantOfAGroupWithOnesOtherAccountIsOnesOwn() {
    ReviewScene.Account member = scene.puppet();
    ReviewScene.Account reviewer = scene.puppet();
    String group = scene.admin.made("groups", "{'key': 'crew', 'name': 'Crew'}");
    scene.admin.made("groups", "{'key': 'inner', 'name': 'Inner'}");
    String inner = scene.admin.get("groups/inner").extract().path("data.id");
    scene
        .admin
        .post("groups/crew/members", "{'member_type': 'group', 'member_id': '%s'}".formatted(inner))
        .statusCode(201);
    scene
        .admin
        .post(
            "groups/inner/members",
            "{'member_type': 'service_account', 'member_id': '%s'}"
                .formatted(member.name().split(":")[1]))
        .statusCode(201);
    String grant = scene.grant("group:" + group, "warehouse:clerk");
    String item = scene.item(opened(reviewer.name()), grant);
    refused(reviewer, item);
    decide(scene.admin, item, "certify", "{}").statusCode(403);
    decide(scene.admin.second(), item, "certify", "{}").statusCode(200);
  }
}
