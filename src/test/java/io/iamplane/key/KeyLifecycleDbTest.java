package io.iamplane.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.change.Changes;
import io.iamplane.database.Transactions;
import io.iamplane.key.seal.TestProviders;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.testing.OAuthFixture;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The steps of {@code LifecycleTest} on a real database: rows, records and events. */
@QuarkusTest
class KeyLifecycleDbTest {

  private static final String STATES =
      "SELECT purpose || ' ' || status || CASE WHEN activated_early THEN ' early' ELSE '' END"
          + " || CASE WHEN sealed_private IS NULL THEN '' ELSE ' sealed' END"
          + " FROM iam_signing_keys WHERE purpose = 'token' ORDER BY published_at, status DESC";

  @Inject SigningKeys keys;
  @Inject OAuthFixture fixture;
  @Inject Changes changes;
  @Inject KeyStepping stepping;
  @Inject SigningKeyQuery query;
  @Inject Transactions transactions;
  @Inject KeyConfig config;
  @Inject Clock clock;
  private Caller platform;
  private String first;
  private String events;

  @BeforeEach
  void firstKeys() throws SQLException {
    platform = fixture.platform();
    Rows.update("DELETE FROM iam_signing_keys");
    first = keys.ensureActive(platform).kid();
    events = Rows.texts("SELECT count(*) FROM iam_audit_records WHERE " + ofKeys()).getFirst();
  }

  /** Others find keys that every verifier knows. */
  @AfterEach
  void age() throws SQLException {
    older("1 hour");
  }

  @Test
  void anotherKeyStandsBy() throws SQLException {
    assertThat(states()).containsExactlyInAnyOrder("token active sealed", "token pending sealed");
  }

  @Test
  void rotationWaitsAndThenSupersedes() throws SQLException {
    KeyRotation early = keys.rotate(platform, KeyPurpose.TOKEN);
    assertThat(early.isRotated()).isFalse();
    assertThat(early.isChanged()).isFalse();
    assertThat(early.rotatesFrom())
        .isEqualTo(early.keys().getLast().publishedAt().plusSeconds(360));
    assertThat(newEvents()).isEmpty();

    older("360 seconds");
    KeyRotation done = keys.rotate(platform, KeyPurpose.TOKEN);
    assertThat(done.isRotated()).isTrue();
    assertThat(done.active().orElseThrow().kid()).isNotEqualTo(first);
    assertThat(done.active().orElseThrow().activatedEarly()).isFalse();
    assertThat(states())
        .as("what only verifies cannot sign again")
        .containsExactlyInAnyOrder("token overlap", "token active sealed", "token pending sealed");
    assertThat(newEvents())
        .containsExactly("iam.key.superseded", "iam.key.activated", "iam.key.created");
  }

  @Test
  void manyReplicasThatRotateAtOnceMakeOneKey() throws Exception {
    older("24 hours");
    CountDownLatch start = new CountDownLatch(1);
    List<Future<KeyRotation>> all = new ArrayList<>();
    try (ExecutorService replicas = Executors.newFixedThreadPool(16)) {
      for (int i = 0; i < 16; i++) {
        boolean scheduled = i % 2 == 0;
        all.add(
            replicas.submit(() -> {
              start.await();
              return scheduled
                  ? keys.stepDue(platform, KeyPurpose.TOKEN)
                  : keys.rotate(platform, KeyPurpose.TOKEN);
            }));
      }
      start.countDown();
      int rotated = 0;
      for (Future<KeyRotation> one : all) {
        rotated += one.get(60, TimeUnit.SECONDS).isRotated() ? 1 : 0;
      }
      assertThat(rotated).isOne();
    }
    assertThat(states())
        .containsExactlyInAnyOrder("token overlap", "token active sealed", "token pending sealed");
    assertThat(newEvents())
        .containsExactly("iam.key.superseded", "iam.key.activated", "iam.key.created");
  }

  @Test
  void scheduleRotatesAfterTheIntervalAndRetiresAfterTheOverlap() throws SQLException {
    older("2159 hours");
    assertThat(keys.stepDue(platform, KeyPurpose.TOKEN).isChanged()).isFalse();
    older("1 hour");
    assertThat(keys.stepDue(platform, KeyPurpose.TOKEN).isRotated()).isTrue();
    older("119 minutes");
    assertThat(keys.stepDue(platform, KeyPurpose.TOKEN).isChanged()).isFalse();
    older("1 minute");
    assertThat(keys.stepDue(platform, KeyPurpose.TOKEN).isChanged()).isTrue();
    assertThat(states())
        .containsExactlyInAnyOrder("token retired", "token active sealed", "token pending sealed");
    assertThat(newEvents())
        .containsExactly(
            "iam.key.superseded", "iam.key.activated", "iam.key.created", "iam.key.retired");
  }

  @Test
  void installationFromBeforeRotationGetsAStandby() throws SQLException {
    Rows.update("DELETE FROM iam_signing_keys WHERE status = 'pending'");
    assertThat(keys.stepDue(platform, KeyPurpose.TOKEN).isChanged()).isTrue();
    assertThat(states()).containsExactlyInAnyOrder("token active sealed", "token pending sealed");
  }

  @Test
  void revokedKeyIsReplacedAtOnceAndLosesItsPrivatePart() throws SQLException {
    older("24 hours");
    KeyRotation done = keys.revoke(platform, first, "leaked with a laptop");
    assertThat(done.isRotated()).isTrue();
    assertThat(done.active().orElseThrow().activatedEarly()).isFalse();
    assertThat(states())
        .containsExactlyInAnyOrder("token revoked", "token active sealed", "token pending sealed");
    assertThat(newEvents())
        .containsExactly("iam.key.revoked", "iam.key.activated", "iam.key.created");
    assertThat(
            Rows.texts(
                "SELECT canonical FROM iam_audit_records WHERE event_type = 'iam.key.revoked'"
                    + " AND target_id = '"
                    + first
                    + "'"))
        .singleElement()
        .asString()
        .contains("leaked with a laptop", "\"risk_level\":\"critical\"");
    assertThat(keys.revoke(platform, first, "again").isChanged()).isFalse();
  }

  @Test
  void standbyThatIsNotKnownYetSignsAllTheSame() throws SQLException {
    KeyRotation done = keys.revoke(platform, first, "leaked");
    assertThat(done.active().orElseThrow().activatedEarly()).isTrue();
    assertThat(states())
        .containsExactlyInAnyOrder(
            "token revoked", "token active early sealed", "token pending sealed");
  }

  @Test
  @Timeout(60)
  void revocationDoesNotWaitForAKeyProviderThatHangs() throws SQLException {
    older("24 hours");
    Semaphore answers = new Semaphore(0);
    KeySupply supply =
        new KeySupply(
            transactions, query, TestProviders.hanging(answers, new AtomicInteger()), clock);
    SigningKeys hanging = new SigningKeys(changes, supply, stepping, query, transactions, config);
    KeyRotation done = hanging.revoke(platform, first, "leaked");
    answers.release();
    supply.stop();
    assertThat(done.isRotated()).isTrue();
    assertThat(states()).containsExactlyInAnyOrder("token revoked", "token active sealed");
    assertThat(keys.stepDue(platform, KeyPurpose.TOKEN).isChanged()).isTrue();
    assertThat(states())
        .containsExactlyInAnyOrder("token revoked", "token active sealed", "token pending sealed");
  }

  @Test
  void unknownKeyIsNotFound() {
    assertThatThrownBy(() -> keys.revoke(platform, "unknown", "x"))
        .isInstanceOfSatisfying(
            IamException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
  }

  @Test
  void databaseRefusesStepsThatDoNotExist() throws SQLException {
    older("24 hours");
    keys.rotate(platform, KeyPurpose.TOKEN);
    older("24 hours");
    keys.stepDue(platform, KeyPurpose.TOKEN);
    for (String step :
        new String[] {
          "status = 'overlap', retired_at = NULL WHERE status = 'retired'",
          "status = 'pending', activated_at = NULL WHERE status = 'active'",
          "status = 'retired', retired_at = now(), sealed_private = NULL, wrapped_data_key = NULL,"
              + " provider = NULL, provider_key_version = NULL WHERE status = 'active'",
        }) {
      assertThatThrownBy(
              () -> Rows.update("UPDATE iam_signing_keys SET " + step + " AND purpose = 'token'"))
          .hasMessageContaining("cannot become");
    }
    assertThatThrownBy(() ->
            Rows.update(
                "UPDATE iam_signing_keys SET activated_at = published_at + interval '359 s'"
                    + " WHERE status = 'active' AND purpose = 'token'"))
        .hasMessageContaining("iam_signing_keys_published_first");
    assertThatThrownBy(() ->
            Rows.update(
                """
                INSERT INTO iam_signing_keys (kid, purpose, alg, status, public_key,
                  sealed_private, wrapped_data_key, provider, provider_key_version, published_at)
                SELECT 'second', purpose, alg, status, public_key, sealed_private,
                  wrapped_data_key, provider, provider_key_version, published_at
                FROM iam_signing_keys WHERE status = 'pending' AND purpose = 'token'
                """))
        .hasMessageContaining("iam_signing_keys_one_pending");
  }

  /** Moves all events to an earlier time. */
  private static void older(String by) throws SQLException {
    String earlier = "- interval '" + by + "'";
    Rows.update(
        "UPDATE iam_signing_keys SET published_at = published_at "
            + earlier
            + ", activated_at = activated_at "
            + earlier
            + ", superseded_at = superseded_at "
            + earlier);
  }

  private static List<String> states() throws SQLException {
    return Rows.texts(STATES);
  }

  private List<String> newEvents() throws SQLException {
    return Rows.texts(
        "SELECT event_type FROM iam_audit_records WHERE "
            + ofKeys()
            + " ORDER BY seq OFFSET "
            + events);
  }

  private String ofKeys() {
    return "event_type LIKE 'iam.key.%' AND organization_id = '" + platform.organization() + "'";
  }
}
