package io.iamplane.signin.passkey;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A person brings a security key of another kind than the installation allows. */
@Tag("ci")
@QuarkusTest
@TestProfile(AttestationProfile.class)
class AttestationApiTest extends PasskeyFixture {

  private static final String NOT_ALLOWED = "This kind of security key is not allowed here.";

  @Test
  void aKeyOfAnotherKindIsRefusedAndRecordedAndTheLinkStaysOpen() throws SQLException {
    String user = person("Kim Kind");
    String link = link(user);
    Device device = new Device();
    device.model = AttestationProfile.MODEL;
    device.proof = new Manufacturer("Stranger").batch().packed();
    Response refused = enrol(made(link, device));
    isPage(refused, 403);
    assertThat(refused.asString()).contains(NOT_ALLOWED);
    assertThat(events("iam.sign_in.refused"))
        .filteredOn(event -> event.toString().contains(user))
        .singleElement()
        .asString()
        .contains("reason=authenticator_not_allowed", "client_id=panel");
    assertThat(passkeys(user)).isEmpty();

    device.proof = AttestationProfile.ACME.batch().packed();
    assertThat(enrol(made(link, device)).statusCode()).isEqualTo(200);
    assertThat(passkeys(user)).hasSize(1);
    assertThat(returned(signIn(signed(device)))).containsKey("code");
  }

  @Test
  void aModelThatIsNotListedAndNoProofAreRefused() throws SQLException {
    String user = person("Mo Model");
    String link = link(user);
    Device device = new Device();
    assertThat(enrol(made(link, device)).asString()).contains(NOT_ALLOWED);
    device.proof = AttestationProfile.ACME.batch().packed();
    assertThat(enrol(made(link, device)).asString()).contains(NOT_ALLOWED);
    assertThat(passkeys(user)).isEmpty();
  }

  @Test
  void aBrokenResponseIsNeitherOfAKindNorRecorded() {
    String user = person("Bo Broken");
    Map<String, String> form = made(link(user), new Device());
    form.put("response", "{}");
    Response refused = enrol(form);
    isPage(refused, 400);
    assertThat(refused.asString()).doesNotContain(NOT_ALLOWED);
    assertThat(events("iam.sign_in.refused").toString()).doesNotContain(user);
  }

  private Map<String, String> made(String link, Device device) {
    String page = shown(link);
    return form(page, MAKE, device.create(options(page), ISSUER));
  }

  private static List<String> passkeys(String user) throws SQLException {
    return Rows.texts("SELECT id::text FROM iam_passkeys WHERE user_id = '" + user + "'");
  }
}
