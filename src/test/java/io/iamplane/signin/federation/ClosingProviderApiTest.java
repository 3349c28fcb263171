package io.iamplane.signin.federation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A provider with much that came of it goes in many changes, and lets no one in meanwhile. */
@QuarkusTest
class ClosingProviderApiTest extends FederationFixture {

  @Inject IdentityProviders providers;
  @Inject Changes changes;

  /** As the first change leaves it. */
  private static void close() {
    try {
      Rows.update("UPDATE iam_identity_providers SET closing = true, revision = revision + 1");
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void noOneSignsInByAClosingProvider() throws Exception {
    name(body());
    Map<String, String> before = leave(request());
    close();
    isPage(left(request(), "demo"), 404);
    isPage(comeBack(before, ""), 502);
    assertThat(provider.lastRequest).isEmpty();
    name(body());
    provider.meanwhile = ClosingProviderApiTest::close;
    isPage(signIn("una", Map.of()), 502);
    assertThat(Rows.texts("SELECT subject FROM iam_federated_identities")).isEmpty();
    assertThat(Rows.texts("SELECT id FROM iam_sessions WHERE amr LIKE 'fed%'")).isEmpty();
  }

  /** No transaction has more than a thousand rows of a kind to remove. */
  @Test
  void sessionsAndIdentitiesEndInPortions() throws Exception {
    name(body());
    Response tokens = redeem(returned(signIn("wim", Map.of())).get("code"));
    String organization =
        Rows.texts("SELECT organization_id::text FROM iam_identity_providers").getFirst();
    Rows.update(
        """
        INSERT INTO iam_sessions
        SELECT gen_random_uuid(), organization_id, user_id, sha256(n::text::bytea), aal, amr,
          policy_version, authenticated_at, used_at, ends_at, expires_at
        FROM iam_sessions, generate_series(1, 1000) n WHERE amr = 'fed'
        """);
    Rows.updatePastTriggers(
        """
        INSERT INTO iam_federated_identities
        SELECT organization_id, issuer, n::text, gen_random_uuid(), linked, created_at
        FROM iam_federated_identities, generate_series(1, 1000) n
        """);
    List<Integer> sessions = new ArrayList<>();
    List<Integer> identities = new ArrayList<>();
    OrganizationId id = OrganizationId.parse(organization).orElseThrow();
    IdentityProviders.Step step;
    do {
      step =
          changes.record(
              Change.policy(
                  Caller.job(id, "test", "test"),
                  id,
                  recording -> providers.delete(recording, null)));
      assertThat(step.provider().closing()).isTrue();
      sessions.add(count("iam_sessions WHERE amr LIKE 'fed%'"));
      identities.add(count("iam_federated_identities"));
    } while (!step.done());
    assertThat(sessions).containsExactly(1, 0, 0);
    assertThat(identities).containsExactly(1001, 1, 0);
    assertThat(events("iam.identity_provider.deleted").toString()).contains("closing=true");
    administrator().get(PROVIDER).then().statusCode(404);
    await()
        .atMost(Duration.ofSeconds(5))
        .untilAsserted(() -> assertThat(inbox(tokens.path("access_token"))).isEqualTo(401));
  }

  /** Only the first change is of the revision that the administrator saw. */
  @Test
  void anExpectedRevisionIsThatOfTheFirstChange() throws Exception {
    name(body());
    String tag = administrator().get(PROVIDER).header("ETag");
    returned(signIn("wes", Map.of()));
    Rows.updatePastTriggers(
        """
        INSERT INTO iam_federated_identities
        SELECT organization_id, issuer, n::text, gen_random_uuid(), linked, created_at
        FROM iam_federated_identities, generate_series(1, 2500) n
        """);
    administrator().header("If-Match", tag).delete(PROVIDER).then().statusCode(200);
    assertThat(count("iam_federated_identities")).isZero();
  }

  /** A key makes no single transaction of what has no bound. */
  @Test
  void aRemovalWithAnIdempotencyKeyGoesInPortionsToo() throws Exception {
    name(body());
    returned(signIn("wol", Map.of()));
    Rows.updatePastTriggers(
        """
        INSERT INTO iam_federated_identities
        SELECT organization_id, issuer, n::text, gen_random_uuid(), linked, created_at
        FROM iam_federated_identities, generate_series(1, 2500) n
        """);
    String key = UUID.randomUUID().toString();
    String correlation =
        administrator()
            .header("Idempotency-Key", key)
            .delete(PROVIDER)
            .then()
            .statusCode(200)
            .extract()
            .header("Correlation-Id");
    assertThat(count("iam_federated_identities")).isZero();
    assertThat(
            Rows.texts(
                """
                SELECT count(*) || ' ' || count(DISTINCT xmin::text) FROM iam_audit_records
                WHERE correlation_id = '%s' AND event_type LIKE 'iam.identity_provider.%%'
                """
                    .formatted(correlation)))
        .as("records and transactions: closing and deleted")
        .containsExactly("2 2");
    administrator()
        .header("Idempotency-Key", key)
        .delete(PROVIDER)
        .then()
        .statusCode(200)
        .header("Idempotency-Replayed", "true");
  }

  private static int count(String from) throws SQLException {
    return Integer.parseInt(Rows.texts("SELECT count(*) FROM " + from).getFirst());
  }

  @Test
  void aRemovalThatBrokeOffIsRepeatedOrTakenBack() {
    name(body());
    close();
    assertThat(administrator().get(PROVIDER).<Boolean>path("data.closing")).isTrue();
    name(body());
    assertThat(administrator().get(PROVIDER).<Boolean>path("data.closing")).isFalse();
    returned(signIn("vic", Map.of()));
    close();
    administrator().delete(PROVIDER).then().statusCode(200);
    administrator().get(PROVIDER).then().statusCode(404);
  }
}
