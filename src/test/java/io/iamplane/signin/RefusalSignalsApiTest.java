package io.iamplane.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;

import io.iamplane.testing.AdminTenant;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Signals that the anomaly scan raises of refused sign-ins. */
@QuarkusTest
class RefusalSignalsApiTest extends SignInApiFixture {

  @Inject DemoSignals signals;

  @BeforeEach
  void theScanHasReadWhatIsThere() throws Exception {
    signals.begin();
  }

  private void mismatch(String name) {
    Map<String, String> form =
        redemption(returned(signIn(request("prompt", "login"), name)).get("code"));
    form.put("code_verifier", "x".repeat(43));
    redeem(form).then().statusCode(400);
  }

  @Test
  void aCodeThatCameTwiceIsASignalOnceAndOfItsOrganizationAlone() throws Exception {
    String user = person("Cora Copied");
    String code = code("Cora Copied");
    redeem(code).then().statusCode(200);
    redeem(code).then().statusCode(400);
    assertThat(signals.scan()).isPositive();
    administrator()
        .get(API + "anomalies?filter[type]=credential_reused")
        .then()
        .statusCode(200)
        .body("data.subject", hasItem("user:" + user))
        .body("data[0].reasons[0]", equalTo("used a code a second time"));
    assertThat(signals.scan()).isZero();
    assertThat(DemoSignals.of(user)).containsExactly("credential_reused");
    new AdminTenant(platform).get("anomalies").body("data", hasSize(0));
  }

  @Test
  void wrongCodesAreASignalFromTheFifthOn() throws Exception {
    String user = person("Wes Wrong");
    for (int i = 0; i < 4; i++) {
      mismatch("Wes Wrong");
    }
    signals.scan();
    assertThat(DemoSignals.of(user)).isEmpty();
    mismatch("Wes Wrong");
    signals.scan();
    signals.scan();
    assertThat(DemoSignals.of(user)).containsExactly("sign_in_refused");
  }

  @Test
  void aSuspendedPersonWhoComesAgainAndAgainIsASignal() throws Exception {
    String user = person("Sol Suspended");
    Map<String, String> form = Browser.form(page(request()), "Sol Suspended");
    administrator().post(API + "users/" + user + "/suspend").then().statusCode(200);
    for (int i = 0; i < 5; i++) {
      assertThat(browser.post("/sign-in/development", form).statusCode()).isEqualTo(403);
    }
    signals.scan();
    assertThat(DemoSignals.of(user)).containsExactly("sign_in_refused");
  }

  /** A stranger has nothing of the person, and so neither a record nor a signal comes of it. */
  @Test
  void whoShowsNothingOfAPersonRaisesNothing() throws Exception {
    String user = person("Nia Named");
    for (int i = 0; i < 10; i++) {
      Map<String, String> form = redemption("guessed-" + i);
      form.put("user", user);
      form.put("login_hint", user);
      redeem(form).then().statusCode(400);
    }
    signals.scan();
    assertThat(DemoSignals.of(user)).isEmpty();
    assertThat(redeem(code("Nia Named")).statusCode()).as("no one is locked out").isEqualTo(200);
  }
}
