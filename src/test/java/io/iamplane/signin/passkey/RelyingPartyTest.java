package io.iamplane.signin.passkey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.webauthn4j.verifier.exception.BadChallengeException;
import com.webauthn4j.verifier.exception.BadOriginException;
import com.webauthn4j.verifier.exception.BadRpIdException;
import com.webauthn4j.verifier.exception.BadSignatureException;
import com.webauthn4j.verifier.exception.BadTopOriginException;
import com.webauthn4j.verifier.exception.InconsistentClientDataTypeException;
import com.webauthn4j.verifier.exception.UserNotPresentException;
import com.webauthn4j.verifier.exception.UserNotVerifiedException;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserId;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import io.iamplane.signin.SignIns;
import io.iamplane.token.TestIssuer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses of authenticators are verified in all that the relying party asked for. */
class RelyingPartyTest {

  private static final String HERE = "https://iam.example.com:8443";
  private static final Challenges.Challenge CHALLENGE =
      new Challenges.Challenge(new byte[32], Instant.EPOCH);
  private static final Challenges.Challenge OTHER =
      new Challenges.Challenge(new byte[31], Instant.EPOCH);

  private final RelyingParty party =
      new RelyingParty(TestIssuer.of(HERE + "/iam"), PasskeySettings.policy(Map.of()));
  private final User user =
      new User(
          new UserId(UuidV7.next()),
          null,
          null,
          "Ann Lee",
          User.Status.ACTIVE,
          Map.of(),
          1,
          Instant.EPOCH);
  private final Device device = new Device();

  @Test
  void aPasskeyThatWasMadeHereSignsIn() {
    Passkey passkey = made();
    RelyingParty.Response response = party.read(device.get(party.request(CHALLENGE), HERE));
    assertThat(response.user()).isEqualTo(user.id());
    Passkey used = party.used(response, passkey, CHALLENGE);
    assertThat(used.signCount()).isEqualTo(passkey.signCount() + 1);
    assertThat(used.challengedAt()).isEqualTo(CHALLENGE.at());
    assertThatThrownBy(() -> party.used(response, used, CHALLENGE))
        .isInstanceOfSatisfying(
            RelyingParty.RefusedException.class,
            refused -> assertThat(refused.isCounterWentBack()).isTrue());
  }

  @Test
  void theOptionsAskForAPasskeyAndAVerifiedPerson() {
    assertThat(party.creation(user, List.of(new byte[] {1}), CHALLENGE))
        .contains(
            "\"rp\":{\"id\":\"iam.example.com\"",
            "\"residentKey\":\"required\"",
            "\"userVerification\":\"required\"",
            "\"attestation\":\"none\"",
            "\"excludeCredentials\":[{\"type\":\"public-key\",\"id\":\"AQ\"}]",
            "\"alg\":-7",
            "\"alg\":-8",
            "\"alg\":-257");
    assertThat(party.request(CHALLENGE))
        .contains("\"allowCredentials\":[]", "\"userVerification\":\"required\"");
  }

  @Test
  void aPasskeyOfAnotherPlaceOrChallengeIsRefused() {
    String options = party.creation(user, List.of(), CHALLENGE);
    isRefused(() -> party.made(device.create(options, "https://iam.example.com"), CHALLENGE))
        .hasCauseInstanceOf(BadOriginException.class);
    isRefused(() -> party.made(device.create(options, HERE), OTHER))
        .hasCauseInstanceOf(BadChallengeException.class);
    String elsewhere = options.replace("\"id\":\"iam.example.com\"", "\"id\":\"example.com\"");
    isRefused(() -> party.made(device.create(elsewhere, HERE), CHALLENGE))
        .hasCauseInstanceOf(BadRpIdException.class);
    String lax = options.replace("cation\":\"required\"", "cation\":\"discouraged\"");
    isRefused(() -> party.made(device.create(lax, HERE), CHALLENGE))
        .hasCauseInstanceOf(UserNotVerifiedException.class);
  }

  @Test
  void aResponseOfAnotherPlaceChallengeOrKeyIsRefused() {
    Passkey passkey = made();
    String options = party.request(CHALLENGE);
    isRefused(() -> use(device.get(options, "https://example.com"), passkey, CHALLENGE))
        .hasCauseInstanceOf(BadOriginException.class);
    isRefused(() -> use(device.get(options, HERE), passkey, OTHER))
        .hasCauseInstanceOf(BadChallengeException.class);
    String elsewhere = options.replace("\"iam.example.com\"", "\"example.com\"");
    isRefused(() -> use(device.get(elsewhere, HERE), passkey, CHALLENGE))
        .hasCauseInstanceOf(BadRpIdException.class);
    String lax = options.replace("\"required\"", "\"discouraged\"");
    isRefused(() -> use(device.get(lax, HERE), passkey, CHALLENGE))
        .hasCauseInstanceOf(UserNotVerifiedException.class);
    Device another = new Device();
    another.create(party.creation(user, List.of(), CHALLENGE), HERE);
    isRefused(() -> use(another.get(options, HERE), passkey, CHALLENGE))
        .hasCauseInstanceOf(BadSignatureException.class);
  }

  @Test
  void aResponseInAFrameOfAnotherCeremonyOrWithoutATouchIsRefused() {
    Passkey passkey = made();
    String creation = party.creation(user, List.of(), CHALLENGE);
    String request = party.request(CHALLENGE);
    device.framed = true;
    isRefused(() -> use(device.get(request, HERE), passkey, CHALLENGE))
        .hasCauseInstanceOf(BadTopOriginException.class);
    isRefused(() -> party.made(device.create(creation, HERE), CHALLENGE))
        .hasCauseInstanceOf(BadTopOriginException.class);
    device.framed = false;
    device.confused = true;
    isRefused(() -> use(device.get(request, HERE), passkey, CHALLENGE))
        .hasCauseInstanceOf(InconsistentClientDataTypeException.class);
    isRefused(() -> party.made(device.create(creation, HERE), CHALLENGE))
        .hasCauseInstanceOf(InconsistentClientDataTypeException.class);
    device.confused = false;
    device.untouched = true;
    isRefused(() -> use(device.get(request, HERE), passkey, CHALLENGE))
        .hasCauseInstanceOf(UserNotPresentException.class);
    isRefused(() -> party.made(device.create(creation, HERE), CHALLENGE))
        .hasCauseInstanceOf(UserNotPresentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nonsense", "null", "[]", "{}", "{\"response\":{}}"})
  void anotherFormIsRefused(String response) {
    isRefused(() -> party.read(response));
    isRefused(() -> party.made(response, CHALLENGE));
  }

  private Passkey made() {
    NewPasskey made =
        party.made(device.create(party.creation(user, List.of(), CHALLENGE), HERE), CHALLENGE);
    return new Passkey(
        UUID.randomUUID(),
        new SignIns.Person(new OrganizationId(UUID.randomUUID()), user.id()),
        made.credential(),
        made.signCount(),
        made.backupEligible(),
        made.backedUp(),
        Instant.EPOCH);
  }

  private void use(String response, Passkey passkey, Challenges.Challenge challenge) {
    party.used(party.read(response), passkey, challenge);
  }

  private static AbstractThrowableAssert<?, ?> isRefused(ThrowingCallable work) {
    return assertThatThrownBy(work).isInstanceOf(RelyingParty.RefusedException.class);
  }
}
