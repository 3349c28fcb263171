package io.iamplane.governance.review;

import static io.iamplane.governance.review.ReviewScene.decide;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import io.iamplane.change.Changes;
import io.iamplane.database.Transactions;
import io.iamplane.directory.SubjectDirectory;
import io.iamplane.shared.InstallationConfig;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each reviewer is reminded once a day, at nine in the morning of the reviews' time zone. */
@QuarkusTest
class ReviewRemindersDbTest {

  @Inject TestPlatform platform;
  @Inject ReviewReminderStore store;
  @Inject ReviewProgressQuery progress;
  @Inject CampaignService campaigns;
  @Inject SubjectDirectory directory;
  @Inject InstallationConfig installation;
  @Inject Changes changes;
  @Inject Transactions transactions;

  private ReviewScene scene;
  private ReviewReminders reminders;

  /** Berlin's clocks go from 02:00 to 03:00 on 2026-03-29, and back on 2026-10-25. */
  private static final ReviewConfig BERLIN =
      new ReviewConfig() {
        @Override
        public String timeZone() {
          return "Europe/Berlin";
        }

        @Override
        public String remindAt() {
          return "09:00";
        }

        @Override
        public Optional<String> inboxUrl() {
          return Optional.of("https://panel.example/reviews/{campaign}");
        }
      };

  @BeforeEach
  void aScene() throws SQLException {
    // Those of other tests would be reminded as well.
    Rows.update("UPDATE iam_access_reviews SET status = 'cancelled'");
    scene = new ReviewScene(platform);
    reminders =
        new ReviewReminders(
            store,
            progress,
            campaigns,
            directory,
            new ReviewCalendar(BERLIN),
            BERLIN,
            installation,
            changes,
            transactions);
  }

  @Test
  void nineInTheMorningIsAnHourEarlierWhenSummerBegins() {
    scene.grant("user:ann", "warehouse:clerk");
    scene.opened("keep", "");
    // Winter: 08:00 UTC. Summer: 07:00 UTC.
    assertThat(sent("2026-03-28T07:59:59Z")).isZero();
    assertThat(sent("2026-03-28T08:00:00Z")).isEqualTo(1);
    assertThat(sent("2026-03-28T22:59:59Z")).isZero();
    assertThat(sent("2026-03-29T06:59:59Z")).isZero();
    assertThat(sent("2026-03-29T07:00:00Z")).isEqualTo(1);
    assertThat(sent("2026-03-29T08:00:00Z")).isZero();
    assertThat(sent("2026-10-24T07:00:00Z")).isEqualTo(1);
    assertThat(sent("2026-10-25T07:30:00Z")).isZero();
    assertThat(sent("2026-10-25T08:00:00Z")).isEqualTo(1);
    scene.admin.get("audit/events?type=iam.access_review.reminder").body("data", hasSize(4));
  }

  @Test
  void theEventSaysHowManyAndWhere() {
    scene.grant("user:ann", "warehouse:clerk");
    scene.grant("user:bob", "warehouse:clerk");
    String campaign = scene.opened("keep", "");
    assertThat(sent("2026-06-01T07:00:00Z")).isEqualTo(1);
    scene
        .admin
        .get("audit/events?type=iam.access_review.reminder")
        .body("data", hasSize(1))
        .body("data[0].target.id", equalTo(campaign))
        .body("data[0].after.audience", equalTo("reviewer"))
        .body("data[0].after.recipient.id", equalTo(scene.reviewerName.split(":")[1]))
        .body("data[0].after.link", equalTo("https://panel.example/reviews/" + campaign))
        .body("data[0].after.undecided", equalTo(2));
  }

  @Test
  void whoIsDoneIsNotReminded() {
    String ann = scene.grant("user:ann", "warehouse:clerk");
    String campaign = scene.opened("keep", "");
    decide(scene.reviewer, scene.item(campaign, ann), "certify", "{}").statusCode(200);
    assertThat(sent("2026-06-01T07:00:00Z")).isZero();
  }

  @Test
  void whoseDelegationEndedIsNotReminded() {
    String ann = scene.grant("user:ann", "warehouse:clerk");
    String campaign = scene.opened("keep", "");
    ReviewScene.Account next = scene.account();
    decide(
            scene.reviewer,
            scene.item(campaign, ann),
            "delegate",
            "{'to': '%s'}".formatted(next.name()))
        .statusCode(200);
    assertThat(sent("2026-06-01T07:00:00Z")).isEqualTo(1);
    scene.suspendReviewer();
    assertThat(sent("2026-06-02T07:00:00Z")).isZero();
  }

  @Test
  void theOwnerIsRemindedInTheLastTwoDays() throws SQLException {
    scene.grant("user:ann", "warehouse:clerk");
    String campaign = scene.opened("keep", "");
    Rows.update(
        "UPDATE iam_access_reviews SET due_at = '2026-06-10T12:00:00Z' WHERE id = '%s'"
            .formatted(campaign));
    assertThat(sent("2026-06-08T07:00:00Z")).isEqualTo(1);
    assertThat(sent("2026-06-09T07:00:00Z")).isEqualTo(2);
    assertThat(sent("2026-06-09T09:00:00Z")).isZero();
    assertThat(sent("2026-06-10T12:00:00Z")).as("it is over").isZero();
  }

  @Test
  void runsAtOnceAndRunsThatWereKilledSendNoneTwice() throws Exception {
    scene.grant("user:ann", "warehouse:clerk");
    scene.opened("keep", "");
    // Killed after the first of two campaigns, the next run sends the other's.
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Future<Integer>> runs = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        runs.add(threads.submit(() -> sent("2026-06-01T07:00:00Z")));
      }
      int all = 0;
      for (Future<Integer> run : runs) {
        all += run.get();
      }
      assertThat(all).isEqualTo(1);
    }
    scene.opened("keep", "");
    assertThat(sent("2026-06-01T10:00:00Z")).isEqualTo(1);
    scene.admin.get("audit/events?type=iam.access_review.reminder").body("data", hasSize(2));
  }

  /** The reviewers' reminders are committed, and the owner's is not. */
  @Test
  void aRunThatWasKilledHalfWaySendsTheRestAndNothingTwice() throws Exception {
    scene.grant("user:ann", "warehouse:clerk");
    String campaign = scene.opened("keep", "");
    Rows.update(
        "UPDATE iam_access_reviews SET due_at = '2026-06-10T12:00:00Z' WHERE id = '%s'"
            .formatted(campaign));
    Rows.update(
        """
        CREATE FUNCTION stop_reminders() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE 'killed'; END $$
        """);
    Rows.update(
        """
        CREATE TRIGGER stop_reminders AFTER INSERT ON iam_access_review_reminders FOR EACH ROW
        WHEN (NEW.audience = 'owner') EXECUTE FUNCTION stop_reminders()
        """);
    Instant nine = Instant.parse("2026-06-09T07:00:00Z");
    try {
      assertThat(reminders.send(nine)).isEqualTo(new ReviewReminders.Sent(1, 0, 1));
    } finally {
      Rows.update("DROP TRIGGER stop_reminders ON iam_access_review_reminders");
      Rows.update("DROP FUNCTION stop_reminders");
    }
    scene.admin.get("audit/events?type=iam.access_review.reminder").body("data", hasSize(1));
    assertThat(reminders.send(nine)).isEqualTo(new ReviewReminders.Sent(1, 1, 0));
    assertThat(reminders.send(nine)).isEqualTo(new ReviewReminders.Sent(1, 0, 0));
    scene.admin.get("audit/events?type=iam.access_review.reminder").body("data", hasSize(2));
  }

  /**
   * A reviewer with a suspended account can decide nothing, so no one would act on the reminder.
   */
  @Test
  void whoIsSuspendedIsNotReminded() {
    scene.grant("user:ann", "warehouse:clerk");
    scene.opened("keep", "");
    scene.suspendReviewer();
    assertThat(sent("2026-06-01T07:00:00Z")).isZero();
  }

  @Test
  void anOwnerWhoIsSuspendedIsNotReminded() throws SQLException {
    scene.grant("user:ann", "warehouse:clerk");
    String campaign = scene.opened("keep", "");
    Rows.update(
        "UPDATE iam_access_reviews SET due_at = '2026-06-10T12:00:00Z' WHERE id = '%s'"
            .formatted(campaign));
    platform.administrator(scene.admin.organization());
    platform.suspend(scene.admin.organization(), scene.admin.administrator());
    assertThat(sent("2026-06-09T07:00:00Z")).as("the reviewer").isEqualTo(1);
  }

  private int sent(String at) {
    ReviewReminders.Sent done = reminders.send(Instant.parse(at));
    assertThat(done.failed()).isZero();
    return done.reminders();
  }
}
