package io.iamplane.signin.passkey;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.signin.DemoSignals;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Signals that the anomaly scan raises of refused passkeys. */
@QuarkusTest
class PasskeySignalsApiTest extends PasskeyFixture {

  @Inject DemoSignals signals;

  private final Device device = new Device();

  @BeforeEach
  void theScanHasReadWhatIsThere() throws Exception {
    signals.begin();
  }

  @Test
  void aCounterThatWentBackIsASignal() throws Exception {
    String user = person("Cleo Copied");
    enrol(user, device);
    Rows.update("UPDATE iam_passkeys SET sign_count = 100 WHERE user_id = '" + user + "'");
    isPage(signIn(signed(device)), 403);
    signals.scan();
    assertThat(DemoSignals.of(user)).containsExactly("credential_reused");
  }

  @Test
  void oneResponseAgainAndAgainIsASignalFromTheFifthOn() throws Exception {
    String user = person("Rory Replay");
    Device plain = Device.withoutCounter();
    enrol(user, plain);
    Map<String, String> form = signed(plain);
    assertThat(returned(signIn(form))).containsKey("code");
    for (int i = 0; i < 4; i++) {
      isPage(signIn(form), 403);
    }
    signals.scan();
    assertThat(DemoSignals.of(user)).isEmpty();
    isPage(signIn(form), 403);
    signals.scan();
    assertThat(DemoSignals.of(user)).containsExactly("sign_in_refused");
  }

  /**
   * The id of a passkey is no secret; without the key no one can raise an alarm about its owner.
   */
  @Test
  void aResponseWithoutTheKeyRaisesNothing() throws Exception {
    String user = person("Kim Known");
    enrol(user, device);
    Map<String, String> form = signed(device);
    form.compute(
        "response", (_, response) -> response.replaceFirst("\"signature\":\"...", "$0AAA"));
    for (int i = 0; i < 6; i++) {
      isPage(signIn(form), 403);
    }
    signals.scan();
    assertThat(DemoSignals.of(user)).isEmpty();
    assertThat(events("iam.sign_in.refused")).noneMatch(event -> event.toString().contains(user));
  }
}
