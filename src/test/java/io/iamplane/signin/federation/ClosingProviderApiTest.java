package io.iamplane.signin.federation;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A provider with much that came of it goes in many changes, and lets no one in meanwhile. */
@QuarkusTest
class ClosingProviderApiTest extends FederationFixture {

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
