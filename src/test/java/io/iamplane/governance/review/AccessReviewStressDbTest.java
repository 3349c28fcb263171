package io.iamplane.governance.review;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.AnswerJson;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.iamplane.testing.Volume;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A campaign over 100,000 grants: opened, half decided, killed half-way, closed. */
@QuarkusTest
@Tag("stress")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class AccessReviewStressDbTest {

  private static final Logger LOG = Logger.getLogger(AccessReviewStressDbTest.class);

  /** Unless {@code -Dstress.rows} says otherwise, to try the test itself. */
  private static final int ROWS = Integer.getInteger("stress.rows", 100_000);

  private static final Duration MOST_OPENING = Duration.ofSeconds(10);
  private static final Duration MOST_CLOSING = Duration.ofSeconds(60);
  private static final Duration MOST_WAIT = Duration.ofMillis(500);

  @Inject TestPlatform platform;
  @Inject DueReviews due;
  @Inject ReviewClosing closing;

  @Test
  void itOpensAndClosesInTimeAndOtherWritersGoOn() throws Exception {
    AdminTenant tenant = AdminTenant.notLoaded(platform);
    Volume volume = new Volume(tenant.organization().id());
    volume.users(ROWS);
    volume.grants(ROWS);
    String reviewer = platform.subject(tenant.administrator()).toString();
    String path =
        "access-reviews/campaigns/"
            + tenant.made(
                "access-reviews/campaigns",
                """
                {'name': 'All', 'scope_json': {'application_keys': ['docs']},
                 'reviewer_strategy': 'named', 'reviewer': '%s', 'on_unconfirmed': 'suspend',
                 'due_at': '2199-01-01T00:00:00Z', 'max_blast_radius': 1}
                """
                    .formatted(reviewer));
    CampaignId id = CampaignId.parse(path.substring(path.lastIndexOf('/') + 1)).orElseThrow();
    Writer writer = new Writer(tenant);
    Instant start = Instant.now();
    int items =
        AnswerJson.at(tenant.post(path + "/open").statusCode(200), "/data/items_created").asInt();
    Duration opened = Duration.between(start, Instant.now());
    assertThat(items).isEqualTo(count("status = 'active' AND application = 'docs'", tenant));
    // A third is kept, a third revoked, and a third left to the deadline.
    Rows.update(
        """
        UPDATE iam_access_review_items SET decision = CASE abs(hashtext(grant_id::text)) %% 3
          WHEN 0 THEN 'certified' WHEN 1 THEN 'revoked' ELSE 'undecided' END
        WHERE campaign_id = '%s'
        """
            .formatted(id));
    Rows.update("ANALYZE iam_access_review_items, iam_grants");
    var forecast = AnswerJson.at(tenant.get(path + "/dry-run").statusCode(200), "/data");

    start = Instant.now();
    var caller = platform.caller(tenant.organization(), tenant.administrator());
    closing.close(caller, tenant.organization().id(), id, null, false);
    // Killed half-way; the job goes on.
    closing.goOn(caller, tenant.organization().id(), id, ROWS / ReviewClosing.PORTION / 2);
    due.run(Instant.now());
    Duration closed = Duration.between(start, Instant.now());
    long waited = writer.stop();

    assertThat(AnswerJson.text(tenant.get(path).statusCode(200), "/data/status"))
        .isEqualTo("completed");
    assertThat(outcomes(id, "revoked")).isEqualTo(forecast.path("revoke").asLong());
    assertThat(outcomes(id, "suspended")).isEqualTo(forecast.path("suspend").asLong());
    assertThat(
            Rows.texts(
                """
                SELECT i.outcome || g.status FROM iam_access_review_items i
                JOIN iam_grants g ON g.organization_id = i.organization_id AND g.id = i.grant_id
                WHERE i.campaign_id = '%s' GROUP BY 1 ORDER BY 1
                """
                    .formatted(id)))
        .isEqualTo(List.of("keptactive", "revokedrevoked", "suspendedsuspended"));
    LOG.infof(
        "%d items: opened in %d ms, closed in %d ms; another writer waited %d ms at most",
        items, opened.toMillis(), closed.toMillis(), waited);
    assertThat(opened).isLessThanOrEqualTo(MOST_OPENING);
    assertThat(closed).isLessThanOrEqualTo(MOST_CLOSING);
    assertThat(Duration.ofMillis(waited)).isLessThanOrEqualTo(MOST_WAIT);
  }

  private static long outcomes(CampaignId id, String outcome) throws SQLException {
    return Long.parseLong(
        Rows.texts(
                "SELECT count(*) FROM iam_access_review_items WHERE campaign_id = '%s' AND outcome = '%s'"
                    .formatted(id, outcome))
            .getFirst());
  }

  private static int count(String condition, AdminTenant tenant) throws SQLException {
    return Integer.parseInt(
        Rows.texts(
                "SELECT count(*) FROM iam_grants WHERE organization_id = '%s' AND %s"
                    .formatted(tenant.organization().id(), condition))
            .getFirst());
  }

  /** Makes small changes of the same tenant, one after another. */
  private static final class Writer {

    private final AtomicBoolean stopped = new AtomicBoolean();
    private final AtomicLong longest = new AtomicLong();
    private final Thread thread;

    Writer(AdminTenant tenant) {
      tenant.made("groups", "{'key': 'beside', 'name': 'Beside'}");
      thread =
          Thread.ofPlatform()
              .start(() -> {
                for (int i = 0; !stopped.get(); i++) {
                  long from = System.nanoTime();
                  tenant
                      .patch("groups/beside", "{'name': 'Beside %d'}".formatted(i))
                      .statusCode(200);
                  longest.accumulateAndGet(
                      TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - from), Math::max);
                }
              });
    }

    /** The longest of them, in milliseconds. */
    long stop() throws InterruptedException {
      stopped.set(true);
      thread.join();
      return longest.get();
    }
  }
}
