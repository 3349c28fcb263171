package io.iamplane.signin.federation;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.signin.DemoSignals;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Signals that the anomaly scan raises of refusals at the company's provider. */
@QuarkusTest
class FederationSignalsApiTest extends FederationFixture {

  private static final Map<String, Object> EMPLOYED = Map.of("hd", "acme.example");

  @Inject DemoSignals signals;

  @BeforeEach
  void theScanHasReadWhatIsThere() throws Exception {
    signals.begin();
  }

  private void nameOneThatRequiresAClaim() {
    Map<String, Object> body = linking();
    body.put("required_claims", Map.of("hd", List.of("acme.example")));
    name(body);
  }

  @Test
  void aPersonWhoseClaimsFitNoMoreIsASignalFromTheFifthOn() throws Exception {
    nameOneThatRequiresAClaim();
    String user = person("fay", EMPLOYED);
    for (int i = 0; i < 4; i++) {
      isPage(signIn("fay", Map.of("hd", "former.example")), 403);
    }
    signals.scan();
    assertThat(DemoSignals.of(user)).isEmpty();
    isPage(signIn("fay", Map.of()), 403);
    signals.scan();
    assertThat(DemoSignals.of(user)).containsExactly("sign_in_refused");
    assertThat(events("iam.sign_in.refused").getFirst().toString())
        .contains("id=" + user, "claims_refused");
    assertThat(person("fay", EMPLOYED)).as("no one is locked out").isEqualTo(user);
  }

  @Test
  void aLinkedPersonWithPrivilegedRightsIsASignalToo() throws Exception {
    String user = known("e-31");
    nameOneThatRequiresAClaim();
    Map<String, Object> claims =
        Map.of("hd", "acme.example", "employee", "e-31", "employee_verified", true);
    assertThat(person("flo", claims)).isEqualTo(user);
    grant("user:" + user);
    for (int i = 0; i < 5; i++) {
      isPage(signIn("flo", claims), 403);
    }
    signals.scan();
    assertThat(DemoSignals.of(user)).containsExactly("sign_in_refused");
  }

  /** An identity that is not bound has nothing of the person but their name. */
  @Test
  void strangersWhoNameAPersonRaiseNothing() throws Exception {
    String user = known("e-32");
    nameOneThatRequiresAClaim();
    grant("user:" + user);
    Map<String, Object> claims =
        Map.of("hd", "acme.example", "employee", "e-32", "employee_verified", true);
    for (int i = 0; i < 6; i++) {
      isPage(signIn("stranger", claims), 403);
      isPage(signIn("stranger-" + i, Map.of("employee", "e-32")), 403);
    }
    signals.scan();
    assertThat(DemoSignals.of(user)).isEmpty();
    assertThat(Rows.texts("SELECT id FROM iam_anomaly_signals WHERE subject LIKE 'identity_prov%'"))
        .isEmpty();
  }
}
