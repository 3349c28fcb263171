package io.iamplane.governance.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rights to approve a request, and the basis of an approval. */
@QuarkusTest
class RequestRightsApiTest {

  @Inject TestPlatform platform;

  private RequestScene scene;

  @BeforeEach
  void aScene() {
    scene = new RequestScene(platform);
  }

  @Test
  void noOneApprovesTheirOwnRequest() {
    scene.join("leads", scene.asker);
    scene.grant(scene.asker, "reviewing");
    String request = scene.asked();
    for (String verb : List.of("approve", "reject")) {
      RequestScene.decide(scene.asker, request, verb)
          .statusCode(403)
          .body("detail", containsString("your own request"));
    }
    scene.asker.api().get("access-requests").body("data", hasSize(0));
  }

  @Test
  void oneHandApprovesOneStep() {
    scene.grant(scene.lead, "security");
    String request = scene.asked();
    RequestScene.decide(scene.lead, request, "approve")
        .statusCode(200)
        .body("data.step", equalTo(2));
    RequestScene.decide(scene.lead, request, "approve")
        .statusCode(409)
        .body("detail", containsString("another step"));
    RequestScene.decide(scene.security, request, "approve").statusCode(200);
    assertThat(scene.mayRead()).isTrue();
  }

  @Test
  void othersDoNotSeeIt() {
    String request = scene.asked();
    RequestScene.Account stranger = scene.account("reviewing");
    for (String verb : List.of("approve", "reject")) {
      RequestScene.decide(stranger, request, verb).statusCode(404);
    }
    stranger.api().get("access-requests/" + request + "/steps").statusCode(404);
    stranger.api().get("access-requests").body("data", hasSize(0));
    scene.account("asking").api().post("access-requests/" + request + "/cancel").statusCode(404);
    AdminTenant elsewhere = new AdminTenant(platform);
    elsewhere.post("access-requests/" + request + "/approve", "{}").statusCode(404);
    elsewhere.get("access-requests/" + request + "/steps").statusCode(404);
  }

  @Test
  void aMembershipThatEndedMakesNoApprover() throws Exception {
    String request = scene.asked();
    Rows.update(
        "UPDATE iam_group_members SET valid_until = now() WHERE member_id = '%s'"
            .formatted(scene.lead.name().split(":")[1]));
    RequestScene.decide(scene.lead, request, "approve").statusCode(404);
    scene.lead.api().get("access-requests").body("data", hasSize(0));
  }

  /** A membership with a condition makes no approver, and a denial of its group counts. */
  @Test
  void aDenialThroughAConditionalMembershipMakesNoApprover() {
    String leavers = scene.admin.made("groups", "{'key': 'leavers', 'name': 'Leavers'}");
    scene.admin.made(
        "grants",
        "{'subject': 'group:%s', 'privilege_type': 'role', 'privilege_key': 'security',"
                .formatted(leavers)
            + " 'effect': 'deny'}");
    String request = scene.asked();
    RequestScene.decide(scene.lead, request, "approve").statusCode(200);
    scene
        .admin
        .post(
            "groups/leavers/members",
            "{'member_type': 'service_account', 'member_id': '%s', 'condition': 'true'}"
                .formatted(scene.security.name().split(":")[1]))
        .statusCode(201);
    RequestScene.decide(scene.security, request, "approve").statusCode(404);
    scene.security.api().get("access-requests").body("data", hasSize(0));
    assertThat(scene.mayRead()).isFalse();
  }

  /** No approval outlasts the right that it rests on. */
  @Test
  void aStepReopensWhenItsApproverMayNotApproveItAnyMore() {
    String request = scene.asked();
    RequestScene.decide(scene.lead, request, "approve").statusCode(200);
    platform.suspend(scene.admin.organization(), scene.lead.client());
    RequestScene.decide(scene.security, request, "approve")
        .statusCode(200)
        .body("data.status", equalTo("pending"))
        .body("data.step", equalTo(1))
        .body("data.grant_id", nullValue());
    assertThat(scene.mayRead()).isFalse();
    RequestScene.Account successor = scene.account("reviewing");
    scene.join("leads", successor);
    RequestScene.decide(successor, request, "approve")
        .statusCode(200)
        .body("data.status", equalTo("approved"))
        .body("data.grant_id", notNullValue());
    assertThat(scene.mayRead()).isTrue();
  }

  @Test
  void whatChangedMeanwhileIsRefused() {
    String request = scene.asked();
    RequestScene.decide(scene.lead, request, "approve").statusCode(200);
    scene.admin.patch("roles/helper", "{'self_requestable': false}").statusCode(200);
    RequestScene.decide(scene.security, request, "approve")
        .statusCode(409)
        .body("detail", containsString("can no longer be requested"));
    scene
        .admin
        .patch(
            "roles/helper",
            "{'self_requestable': true, 'request': {'max_duration': 'PT1H', 'approval_steps':"
                + " [{'approver_type': 'user', 'approver_ref': '%s'}]}}"
                    .formatted(scene.asker.name()))
        .statusCode(200);
    platform.suspend(scene.admin.organization(), scene.asker.client());
    RequestScene.decide(scene.security, request, "approve")
        .statusCode(409)
        .body("detail", containsString("not active"));
    assertThat(scene.mayRead()).isFalse();
  }

  /** The steps stay those of the moment of asking; the duration is the shorter one. */
  @Test
  void stepsAreFrozenAndTheDurationIsNot() {
    String request = scene.asked();
    scene
        .admin
        .patch(
            "roles/helper",
            "{'request': {'max_duration': 'PT1H', 'approval_steps':"
                + " [{'approver_type': 'user', 'approver_ref': '%s'}]}}"
                    .formatted(scene.asker.name()))
        .statusCode(200);
    RequestScene.decide(scene.lead, request, "approve").statusCode(200);
    String grant =
        RequestScene.decide(scene.security, request, "approve")
            .statusCode(200)
            .extract()
            .path("data.grant_id");
    String until = scene.admin.get("grants/" + grant).extract().path("data.valid_until");
    assertThat(Instant.parse(until)).isBefore(Instant.now().plus(Duration.ofMinutes(61)));
  }

  /** An approval gives no more than its last approver could give. */
  @Test
  void aPrivilegedRoleNeedsAnApproverWhoMayGiveIt() {
    scene
        .admin
        .patch("roles/helper", "{'includes': ['warehouse:boss'], 'is_privileged': true}")
        .statusCode(200);
    String request = scene.asked();
    RequestScene.decide(scene.lead, request, "approve").statusCode(200);
    RequestScene.decide(scene.security, request, "approve").statusCode(403);
    scene.grant(scene.security, "warehouse:boss");
    scene.grant(scene.security, "helper");
    RequestScene.decide(scene.security, request, "approve").statusCode(200);
    assertThat(scene.admin.allows(scene.asker.name(), "warehouse:stock.adjust")).isTrue();
  }

  @Test
  void twoApproversAtTheSameTimeMakeOneGrant() throws Exception {
    RequestScene.Account other = scene.account("reviewing");
    scene.grant(other, "security");
    String request = scene.asked();
    RequestScene.decide(scene.lead, request, "approve").statusCode(200);
    List<Future<Integer>> answers = new ArrayList<>();
    try (ExecutorService hands = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 16; i++) {
        RequestScene.Account by = i % 2 == 0 ? scene.security : other;
        answers.add(
            hands.submit(() -> RequestScene.decide(by, request, "approve").extract().statusCode()));
      }
    }
    int approved = 0;
    for (Future<Integer> answer : answers) {
      approved += answer.get() == 200 ? 1 : 0;
    }
    assertThat(approved).isEqualTo(1);
    scene
        .admin
        .get("grants?filter[subject]=%s&filter[privilege_key]=helper".formatted(scene.asker.name()))
        .body("data", hasSize(1));
  }
}
