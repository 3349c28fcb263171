package io.iamplane.governance.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;

import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Asking for a role, and its approval step by step. */
@QuarkusTest
class AccessRequestApiTest {

  @Inject TestPlatform platform;

  private RequestScene scene;

  @BeforeEach
  void aScene() {
    scene = new RequestScene(platform);
  }

  /** The story of the guide: asked for, approved twice, and over by itself. */
  @Test
  void aRequestGoesThroughItsStepsAndMakesAGrantThatEnds() {
    scene
        .asker
        .api()
        .get("access-requests/catalog")
        .statusCode(200)
        .body("data", hasSize(1))
        .body("data[0].role_key", equalTo("helper"))
        .body("data[0].steps", equalTo(2))
        .body("data[0].max_duration", equalTo("PT720H"))
        .body("data[0].pending_request", nullValue());
    String request =
        scene
            .asker
            .api()
            .made("access-requests", RequestScene.ASK.formatted(", 'duration': 'PT8H'"));
    scene
        .asker
        .api()
        .get("access-requests/catalog")
        .body("data[0].pending_request", equalTo(request));
    scene.security.api().get("access-requests").body("data", hasSize(0));
    scene.lead.api().get("access-requests").body("data.id", equalTo(List.of(request)));
    RequestScene.decide(scene.security, request, "approve")
        .statusCode(403)
        .body("detail", containsString("the approver of another step"));
    RequestScene.decide(scene.lead, request, "approve")
        .statusCode(200)
        .body("data.status", equalTo("pending"))
        .body("data.step", equalTo(2));
    assertThat(scene.mayRead()).isFalse();
    scene.lead.api().get("access-requests").body("data", hasSize(0));
    Instant before = Instant.now();
    String grant =
        RequestScene.decide(scene.security, request, "approve")
            .statusCode(200)
            .body("data.status", equalTo("approved"))
            .extract()
            .path("data.grant_id");
    assertThat(scene.mayRead()).isTrue();
    String until =
        scene
            .admin
            .get("grants/" + grant)
            .body("data.source", equalTo("access_request"))
            .body("data.justification", equalTo("Stocktaking"))
            .extract()
            .path("data.valid_until");
    assertThat(Duration.between(before, Instant.parse(until)))
        .isBetween(Duration.ofMinutes(479), Duration.ofMinutes(481));
    scene
        .security
        .api()
        .get("access-requests/" + request + "/steps")
        .statusCode(200)
        .body("data.status", equalTo(List.of("approved", "approved")))
        .body("data.decided_by", equalTo(List.of(scene.lead.name(), scene.security.name())))
        .body("data[0].note", equalTo("For July"));
    scene.asker.api().get("access-requests/mine?filter[status]=approved").body("data", hasSize(1));
    RequestScene.decide(scene.security, request, "approve").statusCode(409);
    scene.admin.get("audit/events?type=iam.access_request.approved").body("data", hasSize(1));
  }

  @Test
  void whatCannotBeRequestedLooksAlike() {
    scene.role(
        "closed",
        "'self_requestable': false, 'request': {'approval_steps': ["
            + "{'approver_type': 'group', 'approver_ref': 'leads'}]}");
    scene.role("stepless", "'self_requestable': true");
    scene.role(
        "orphan",
        "'self_requestable': true, 'request': {'approval_steps': ["
            + "{'approver_type': 'user', 'approver_ref': 'gone'}]}");
    scene.asked();
    List<String> details = new ArrayList<>();
    for (String role : List.of("closed", "stepless", "orphan", "unheard-of", "helper")) {
      details.add(
          scene
              .asker
              .api()
              .post(
                  "access-requests",
                  "{'role_key': '%s', 'justification': 'Please'}".formatted(role))
              .statusCode(409)
              .extract()
              .path("detail"));
    }
    assertThat(details.stream().distinct()).hasSize(1);
  }

  @Test
  void badRequestsAreNamed() {
    for (String duration : List.of("P31D", "PT0S", "-PT1H", "a week")) {
      scene
          .asker
          .api()
          .post(
              "access-requests",
              RequestScene.ASK.formatted(", 'duration': '%s'".formatted(duration)))
          .statusCode(422)
          .body("errors", hasKey("duration"));
    }
    scene
        .asker
        .api()
        .post("access-requests", "{'role_key': 'helper'}")
        .statusCode(422)
        .body("errors", hasKey("justification"));
    scene
        .admin
        .patch("roles/helper", "{'request': {'approval_steps': []}}")
        .statusCode(422)
        .body("errors", hasKey("request.approval_steps"));
    scene.lead.api().post("access-requests", RequestScene.ASK.formatted("")).statusCode(403);
    scene.asker.api().get("access-requests").statusCode(403);
  }

  @Test
  void aRejectedOrCancelledRequestEndsAndAnotherMayFollow() {
    String first = scene.asked();
    RequestScene.decide(scene.lead, first, "reject")
        .statusCode(200)
        .body("data.status", equalTo("rejected"));
    RequestScene.decide(scene.lead, first, "approve").statusCode(409);
    String second = scene.asked();
    scene.asker.api().post("access-requests/" + second + "/cancel").statusCode(200);
    scene.asker.api().post("access-requests/" + second + "/cancel").statusCode(409);
    RequestScene.decide(scene.lead, second, "approve")
        .statusCode(409)
        .body("detail", equalTo("The request is cancelled."));
    scene.asked();
    assertThat(scene.mayRead()).isFalse();
  }

  @Test
  void whatWaitsTooLongExpires() throws Exception {
    String request = scene.asked();
    Rows.update(
        "UPDATE iam_access_requests SET expires_at = now() WHERE id = '%s'".formatted(request));
    scene.asker.api().get("access-requests/mine").body("data[0].status", equalTo("expired"));
    mine("pending").body("data", hasSize(0));
    mine("expired").body("data.id", equalTo(List.of(request)));
    scene.lead.api().get("access-requests").body("data", hasSize(0));
    RequestScene.decide(scene.lead, request, "approve")
        .statusCode(409)
        .body("detail", equalTo("The request is expired."));
    String next = scene.asked();
    mine("pending").body("data.id", equalTo(List.of(next)));
    mine("expired").body("data.id", equalTo(List.of(request)));
    scene.admin.get("audit/events?type=iam.access_request.expired").body("data", hasSize(1));
  }

  private ValidatableResponse mine(String status) {
    return scene.asker.api().get("access-requests/mine?filter[status]=" + status).statusCode(200);
  }

  @Test
  void aDutyRuleIsCheckedBeforeApprovalAndAtTheGrant() {
    String rule =
        scene.admin.made(
            "duty-rules",
            "{'name': 'Ask or read', 'mode': 'enforce',"
                + " 'all_of': ['iam:access_request.use', 'warehouse:stock.read']}");
    scene
        .asker
        .api()
        .post("access-requests", RequestScene.ASK.formatted(""))
        .statusCode(409)
        .body("duty_rule", equalTo(rule));
    scene.admin.patch("duty-rules/" + rule, "{'mode': 'detect'}").statusCode(200);
    String request = scene.asked();
    RequestScene.decide(scene.lead, request, "approve").statusCode(200);
    scene.admin.patch("duty-rules/" + rule, "{'mode': 'enforce'}").statusCode(200);
    RequestScene.decide(scene.security, request, "approve")
        .statusCode(409)
        .body("duty_rule", equalTo(rule));
    assertThat(scene.mayRead()).isFalse();
  }

  @Test
  void aHiddenRoleIsNotListedAndCanBeRequested() {
    scene
        .admin
        .patch(
            "roles/helper",
            "{'request': {'visibility': 'hidden', 'requires_justification': false,"
                + " 'approval_steps': [{'approver_type': 'group', 'approver_ref': 'leads'}]}}")
        .statusCode(200);
    scene.asker.api().get("access-requests/catalog").body("data", hasSize(0));
    scene.asker.api().post("access-requests", "{'role_key': 'helper'}").statusCode(201);
  }
}
