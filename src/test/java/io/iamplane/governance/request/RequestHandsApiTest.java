package io.iamplane.governance.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Several accounts under common control, and approvals that lost their basis. */
@QuarkusTest
class RequestHandsApiTest {

  @Inject TestPlatform platform;

  private RequestScene scene;

  @BeforeEach
  void aScene() {
    scene = new RequestScene(platform);
  }

  /** Neither controls the other, but the creator of both secrets would ask and approve. */
  @Test
  void twoAccountsOfOneHandDoNotApproveEachOther() {
    RequestScene.Account asker = scene.madeBy(scene.admin, "asking");
    RequestScene.Account approver = scene.madeBy(scene.admin, "reviewing");
    scene.join("leads", approver);
    String request = asker.api().made("access-requests", RequestScene.ASK.formatted(""));
    for (String verb : List.of("approve", "reject")) {
      RequestScene.decide(approver, request, verb)
          .statusCode(403)
          .body("detail", containsString("your own request"));
    }
    RequestScene.decide(scene.lead, request, "approve").statusCode(200);
  }

  @Test
  void oneHandApprovesOneStepByWhicheverAccount() {
    scene.role("making", "'permissions': ['iam:service_accounts.manage']");
    scene.grant(scene.lead, "making");
    RequestScene.Account puppet = scene.madeBy(scene.lead.api(), "reviewing");
    scene.grant(puppet, "security");
    String request = scene.asked();
    RequestScene.decide(scene.lead, request, "approve").statusCode(200);
    RequestScene.decide(puppet, request, "approve")
        .statusCode(409)
        .body("detail", containsString("another step"));
    assertThat(scene.mayRead()).isFalse();
    RequestScene.decide(scene.security, request, "approve").statusCode(200);
  }

  /** The approver takes over the requester's account after the first approval. */
  @Test
  void aStepReopensWhenItsApproverCameToControlTheRequester() {
    String request = scene.asked();
    RequestScene.decide(scene.lead, request, "approve").statusCode(200);
    scene.role("making", "'permissions': ['iam:service_accounts.manage']");
    scene.grant(scene.lead, "making");
    scene.grant(scene.lead, "asking");
    scene
        .lead
        .api()
        .post("service-accounts/" + scene.asker.name().split(":")[1] + "/rotate-secret")
        .statusCode(200);
    RequestScene.decide(scene.security, request, "approve")
        .statusCode(200)
        .body("data.status", equalTo("pending"))
        .body("data.step", equalTo(1));
    assertThat(scene.mayRead()).isFalse();
  }

  @Test
  void aStepReopensWhenItsApproverLeftTheGroup() {
    String request = scene.asked();
    RequestScene.decide(scene.lead, request, "approve").statusCode(200);
    scene
        .admin
        .delete(
            "groups/leads/members?member_type=service_account&member_id="
                + scene.lead.name().split(":")[1])
        .statusCode(200);
    RequestScene.decide(scene.security, request, "approve")
        .statusCode(200)
        .body("data.step", equalTo(1))
        .body("data.grant_id", nullValue());
    assertThat(scene.mayRead()).isFalse();
  }

  /** A reviewer without the right to approve has not approved this step either. */
  @Test
  void aStepReopensWhenItsApproverMayReviewNoLonger() {
    RequestScene.Account lead = scene.account("asking");
    String reviewing = scene.grant(lead, "reviewing");
    scene.join("leads", lead);
    String request = scene.asked();
    RequestScene.decide(lead, request, "approve").statusCode(200);
    scene.admin.post("grants/" + reviewing + "/revoke").statusCode(200);
    RequestScene.decide(scene.security, request, "approve")
        .statusCode(200)
        .body("data.step", equalTo(1))
        .body("data.grant_id", nullValue());
    assertThat(scene.mayRead()).isFalse();
  }

  @Test
  void approvalAndWithdrawalAtTheSameTimeEndOneWay() throws Exception {
    for (int round = 0; round < 5; round++) {
      String request = scene.asked();
      RequestScene.decide(scene.lead, request, "approve").statusCode(200);
      List<Future<Integer>> answers = new ArrayList<>();
      try (ExecutorService hands = Executors.newVirtualThreadPerTaskExecutor()) {
        answers.add(
            hands.submit(() ->
                RequestScene.decide(scene.security, request, "approve").extract().statusCode()));
        answers.add(
            hands.submit(() ->
                scene
                    .asker
                    .api()
                    .post("access-requests/" + request + "/cancel")
                    .extract()
                    .statusCode()));
      }
      assertThat(List.of(answers.get(0).get(), answers.get(1).get()))
          .containsExactlyInAnyOrder(200, 409);
      boolean approved = answers.getFirst().get() == 200;
      String grants =
          "grants?filter[status]=active&filter[privilege_key]=helper&filter[subject]="
              + scene.asker.name();
      scene.admin.get(grants).body("data", hasSize(approved ? 1 : 0));
      if (approved) {
        String grant =
            scene.admin.get(grants).body("data[0].id", notNullValue()).extract().path("data[0].id");
        scene.admin.post("grants/" + grant + "/revoke").statusCode(200);
      }
    }
  }
}
