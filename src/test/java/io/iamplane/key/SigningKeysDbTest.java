package io.iamplane.key;

import static io.iamplane.key.Curve.P256;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.iamplane.key.lifecycle.KeyStatus;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.testing.OAuthFixture;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class SigningKeysDbTest {

  private static final int THREADS = 64;
  private static final List<String> FIRST =
      List.of("iam.key.created", "iam.key.activated", "iam.key.created");

  @Inject SigningKeys keys;
  @Inject KeyRing ring;
  @Inject OAuthFixture fixture;

  private Caller platform;
  private String before;

  @BeforeEach
  void withoutKeys() throws SQLException {
    platform = fixture.platform();
    Rows.update("DELETE FROM iam_signing_keys");
    before = Rows.texts("SELECT count(*) FROM iam_audit_records WHERE " + keyEvents()).getFirst();
  }

  @Test
  void firstKeySignsAtOnce() throws SQLException {
    SigningKey key = keys.ensureActive(platform);
    assertThat(key.status()).isEqualTo(KeyStatus.ACTIVE);
    assertThat(key.alg()).isEqualTo("ES256");
    assertThat(key.activatedAt()).isEqualTo(key.publishedAt());
    // A read of the keys that began before the change goes on with the key of another test.
    TokenSigner signer = await().until(ring::current, now -> now.kid().equals(key.kid()));
    byte[] data = {1, 2, 3};
    assertThat(Es256.verify(ring.find(key.kid()).orElseThrow(), data, signer.sign(data))).isTrue();
    assertThat(P256.thumbprint(ring.find(key.kid()).orElseThrow())).isEqualTo(key.kid());
    assertThat(Rows.texts("SELECT provider FROM iam_signing_keys"))
        .as("of the key and its standby")
        .containsExactly("local", "local");
  }

  @Test
  void askingAgainGivesTheSameKeyAndLeavesNoTrace() throws SQLException {
    SigningKey first = keys.ensureActive(platform);
    assertThat(keys.ensureActive(platform)).isEqualTo(first);
    assertThat(newKeyEvents()).containsExactlyElementsOf(FIRST);
  }

  @Test
  void manyAtOnceMakeOneKeyAndAllGetIt() throws Exception {
    CountDownLatch start = new CountDownLatch(1);
    List<Future<SigningKey>> made = new ArrayList<>();
    Set<String> kids = new HashSet<>();
    try (ExecutorService callers = Executors.newFixedThreadPool(THREADS)) {
      for (int i = 0; i < THREADS; i++) {
        made.add(
            callers.submit(() -> {
              start.await();
              return keys.ensureActive(platform);
            }));
      }
      start.countDown();
      for (Future<SigningKey> key : made) {
        kids.add(key.get(60, TimeUnit.SECONDS).kid());
      }
    }
    assertThat(kids).hasSize(1);
    assertThat(Rows.texts("SELECT kid FROM iam_signing_keys WHERE status = 'active'"))
        .containsExactlyElementsOf(kids);
    assertThat(Rows.texts("SELECT kid FROM iam_signing_keys")).hasSize(2);
    assertThat(newKeyEvents()).containsExactlyElementsOf(FIRST);
  }

  @Test
  void creationIsRecordedInThePlatformsChainWithoutAnyPrivatePart() throws SQLException {
    SigningKey key = keys.ensureActive(platform);
    List<String> records =
        Rows.texts(
            "SELECT canonical FROM iam_audit_records WHERE target_id = '"
                + key.kid()
                + "' AND organization_id = '"
                + platform.organization()
                + "' ORDER BY seq");
    assertThat(records).hasSize(2);
    assertThat(records.getFirst()).contains("\"status\":\"pending\"").doesNotContain("before");
    assertThat(records.getLast()).contains("\"status\":\"active\"", "\"status\":\"pending\"");
    assertThat(records).allSatisfy(text -> assertThat(text).doesNotContain("sealed", "private"));
  }

  @Test
  void keyMovedToAnotherRowDoesNotSign() throws SQLException {
    SigningKey key = keys.ensureActive(platform);
    Rows.update("UPDATE iam_signing_keys SET kid = 'moved' WHERE kid = '" + key.kid() + "'");
    ring.forget();
    assertThat(ring.find("moved")).isPresent();
    assertThat(catchThrowable(ring::current)).hasMessageContaining("dependency-unavailable");
  }

  @Test
  void tenantMakesNoSigningKey() {
    Caller tenant =
        new Caller(
            platform.organization(), false, platform.subject(), null, Aal.AAL1, platform.origin());
    assertThatIllegalArgumentException().isThrownBy(() -> keys.ensureActive(tenant));
  }

  private List<String> newKeyEvents() throws SQLException {
    return Rows.texts(
        "SELECT event_type FROM iam_audit_records WHERE "
            + keyEvents()
            + " ORDER BY seq OFFSET "
            + before);
  }

  private String keyEvents() {
    return "event_type LIKE 'iam.key.%' AND organization_id = '" + platform.organization() + "'";
  }
}
