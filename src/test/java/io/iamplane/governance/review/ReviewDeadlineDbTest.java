package io.iamplane.governance.review;

import static io.iamplane.governance.review.ReviewScene.decide;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import io.iamplane.directory.organization.Organization;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Campaigns close by themselves, after any interruption of the process that closes them. */
@QuarkusTest
class ReviewDeadlineDbTest {

  @Inject TestPlatform platform;
  @Inject DueReviews due;
  @Inject ReviewOpening opening;
  @Inject ReviewClosing closing;

  private ReviewScene scene;
  private Organization tenant;

  @BeforeEach
  void aScene() {
    scene = new ReviewScene(platform);
    tenant = scene.admin.organization();
  }

  @Test
  void aCampaignClosesWhenItIsDueAndNotBefore() throws SQLException {
    String ann = scene.grant("user:ann", "warehouse:clerk");
    String bob = scene.grant("user:bob", "warehouse:clerk");
    String campaign = scene.opened("suspend", ", 'max_blast_radius': 0.5");
    decide(scene.reviewer, scene.item(campaign, ann), "certify", "{}").statusCode(200);
    due.run(Instant.now());
    scene.campaign(campaign).body("data.status", equalTo("running"));

    isDue(campaign);
    assertThat(due.run(Instant.now()).failed()).isZero();
    scene.campaign(campaign).body("data.status", equalTo("completed"));
    assertThat(scene.status(ann)).isEqualTo("active");
    assertThat(scene.status(bob)).isEqualTo("suspended");
    scene
        .admin
        .get("audit/events?type=iam.grant.suspended")
        .body("data", hasSize(1))
        .body("data[0].actor.id", equalTo("reviews-close"));
  }

  /** Each portion is there when the next one begins, also in a request with a key. */
  @Test
  void aCampaignOpensAndClosesInPortionsWithAKeyToo() throws SQLException {
    scene.grant("user:ann", "warehouse:clerk");
    String campaign = scene.draft("keep", "");
    String path = AdminTenant.PATH + ReviewScene.CAMPAIGNS + "/" + campaign;
    keyed().post(path + "/open").then().statusCode(200).body("data.status", equalTo("running"));
    assertThat(steps(campaign)).isEqualTo("2 2");
    keyed()
        .contentType(ContentType.JSON)
        .body("{}")
        .post(path + "/close")
        .then()
        .statusCode(200)
        .body("data.status", equalTo("completed"));
    assertThat(steps(campaign)).isEqualTo("4 4");
  }

  private RequestSpecification keyed() {
    return scene.admin.request().header("Idempotency-Key", UUID.randomUUID().toString());
  }

  /** The number of records about a campaign's states, and of the transactions that wrote them. */
  private static String steps(String campaign) throws SQLException {
    return Rows.texts(
            """
            SELECT count(*) || ' ' || count(DISTINCT xmin::text) FROM iam_audit_records
            WHERE target_id = '%s' AND event_type IN ('iam.access_review.opened',
              'iam.access_review.running', 'iam.access_review.closing',
              'iam.access_review.completed')
            """
                .formatted(campaign))
        .getFirst();
  }

  @Test
  void oneThatWouldTakeAwayTooMuchIsStoppedOnceAndWaits() throws SQLException {
    String ann = scene.grant("user:ann", "warehouse:clerk");
    String campaign = scene.opened("revoke", "");
    isDue(campaign);
    for (int i = 0; i < 3; i++) {
      due.run(Instant.now());
    }
    scene
        .campaign(campaign)
        .body("data.status", equalTo("running"))
        .body("data.stopped", equalTo(true));
    scene.admin.get("audit/events?type=iam.access_review.stopped").body("data", hasSize(1));
    assertThat(scene.status(ann)).isEqualTo("active");
    scene.close(campaign, true).statusCode(200).body("data.status", equalTo("completed"));
    assertThat(scene.status(ann)).isEqualTo("revoked");
  }

  @Test
  void whatWasLeftHalfWayGoesOn() throws SQLException {
    for (int i = 0; i < 3; i++) {
      scene.grant("user:ann", "warehouse:clerk");
    }
    CampaignId draft =
        CampaignId.parse(scene.draft("revoke", ", 'max_blast_radius': 1")).orElseThrow();
    var command = platform.command();
    // Killed after its first change: an opening, then a closing.
    opening.open(command, tenant.id(), draft, null);
    scene.campaign(draft.toString()).body("data.status", equalTo("opening"));
    due.run(Instant.now());
    scene
        .campaign(draft.toString())
        .body("data.status", equalTo("running"))
        .body("data.items_created", equalTo(3));
    closing.close(command, tenant.id(), draft, null, false);
    closing.goOn(command, tenant.id(), draft, 1);
    scene.campaign(draft.toString()).body("data.status", equalTo("closing"));
    due.run(Instant.now());
    scene.campaign(draft.toString()).body("data.status", equalTo("completed"));
    scene.admin.get("audit/events?type=iam.grant.revoked").body("data", hasSize(3));
  }

  @Test
  void twoThatCloseAtOnceRevokeOnce() throws Exception {
    for (int i = 0; i < 5; i++) {
      scene.grant("user:ann", "warehouse:clerk");
    }
    String campaign = scene.opened("revoke", ", 'max_blast_radius': 1");
    isDue(campaign);
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      List<Future<DueReviews.Done>> runs = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        runs.add(threads.submit(() -> due.run(Instant.now())));
      }
      for (Future<DueReviews.Done> run : runs) {
        assertThat(run.get().failed()).isZero();
      }
    }
    scene.campaign(campaign).body("data.status", equalTo("completed"));
    scene.admin.get("audit/events?type=iam.grant.revoked").body("data", hasSize(5));
    scene.admin.get("audit/events?type=iam.access_review.completed").body("data", hasSize(1));
  }

  private static void isDue(String campaign) throws SQLException {
    Rows.update(
        "UPDATE iam_access_reviews SET due_at = now() - interval '1 minute' WHERE id = '%s'"
            .formatted(campaign));
  }
}
