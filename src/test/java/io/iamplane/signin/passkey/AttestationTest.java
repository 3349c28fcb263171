package io.iamplane.signin.passkey;

import static io.iamplane.signin.passkey.AttestationPolicy.ANCHORS;
import static io.iamplane.signin.passkey.AttestationPolicy.ATTESTATION;
import static io.iamplane.signin.passkey.AttestationPolicy.AUTHENTICATORS;
import static io.iamplane.signin.passkey.Manufacturer.LATER;
import static io.iamplane.signin.passkey.Manufacturer.LONG_AGO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.webauthn4j.data.attestation.authenticator.AAGUID;
import com.webauthn4j.data.attestation.statement.AttestationCertificatePath;
import com.webauthn4j.data.attestation.statement.COSEAlgorithmIdentifier;
import com.webauthn4j.data.attestation.statement.PackedAttestationStatement;
import com.webauthn4j.verifier.exception.BadAaguidException;
import com.webauthn4j.verifier.exception.BadAttestationStatementException;
import com.webauthn4j.verifier.exception.BadChallengeException;
import com.webauthn4j.verifier.exception.BadSignatureException;
import com.webauthn4j.verifier.exception.CertificateException;
import com.webauthn4j.verifier.exception.SelfAttestationProhibitedException;
import com.webauthn4j.verifier.exception.TrustAnchorNotFoundException;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserId;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import io.iamplane.signin.SignIns;
import io.iamplane.token.TestIssuer;
import java.nio.file.Path;
import java.security.SignatureException;
import java.security.cert.CertificateExpiredException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A new passkey is on an authenticator that a trusted manufacturer vouches for, and on no other.
 */
class AttestationTest {

  private static final String HERE = "https://iam.example.com";
  private static final Challenges.Challenge CHALLENGE =
      new Challenges.Challenge(new byte[32], Instant.EPOCH);
  private static final AAGUID MODEL = new AAGUID("cb69481e-8ff7-4039-93ec-0a2729a154a8");
  private static final AAGUID OTHER = new AAGUID("2fc0579f-8113-47ea-b116-bb5a8db9202a");

  private final Manufacturer acme = new Manufacturer("Acme");
  private final Manufacturer stranger = new Manufacturer("Stranger");
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

  @TempDir private Path folder;
  private RelyingParty party = party(Map.of());

  @BeforeEach
  void acmeIsTrusted() {
    party = trusting(Map.of());
    device.model = MODEL;
  }

  @Test
  void theBrowserIsAskedForTheProofOnlyWhereOneIsNeeded() {
    assertThat(party.creation(user, List.of(), CHALLENGE)).contains("\"attestation\":\"direct\"");
    assertThat(party(Map.of()).creation(user, List.of(), CHALLENGE))
        .contains("\"attestation\":\"none\"");
  }

  @Test
  void anAuthenticatorOfATrustedManufacturerIsWelcome() {
    device.proof = acme.batch().packed();
    made();
    device.proof = acme.batch(LATER, Manufacturer.of(MODEL)).packed();
    made();
    device.proof = acme.below(acme.authority(LATER), LATER, false).packed();
    made();
    party = trusting(Map.of(AUTHENTICATORS, OTHER + "," + MODEL));
    made();
  }

  @Test
  void noProofAndOneOfItsOwnAreRefused() {
    isUnwelcome(BadAttestationStatementException.class);
    device.proof =
        (passkey, data, client) ->
            new PackedAttestationStatement(
                COSEAlgorithmIdentifier.ES256, Device.signature(passkey, data, client), null);
    isUnwelcome(SelfAttestationProhibitedException.class);
    device.proof =
        (passkey, data, client) ->
            new PackedAttestationStatement(
                COSEAlgorithmIdentifier.ES256,
                Device.signature(passkey, data, client),
                new AttestationCertificatePath(List.of()));
    isUnwelcome(BadAttestationStatementException.class);
  }

  @Test
  void anotherManufacturerIsRefusedUnderAnyName() {
    device.proof = stranger.batch().packed();
    isUnwelcome(CertificateException.class).hasStackTraceContaining("does not chain");
    device.proof = stranger.namedLike(acme).packed();
    isUnwelcome(CertificateException.class).hasRootCauseInstanceOf(SignatureException.class);
  }

  @Test
  void whatHasExpiredIsRefused() {
    device.proof = acme.batch(LONG_AGO).packed();
    isUnwelcome(CertificateException.class)
        .hasRootCauseInstanceOf(CertificateExpiredException.class);
    device.proof = acme.below(acme.authority(LONG_AGO), LATER, false).packed();
    isUnwelcome(CertificateException.class)
        .hasRootCauseInstanceOf(CertificateExpiredException.class);
  }

  @Test
  void aDeviceIsNoAuthorityAndAnAuthorityNoDevice() {
    device.proof = acme.below(acme.batch(), LATER, false).packed();
    isUnwelcome(CertificateException.class).hasStackTraceContaining("not a CA certificate");
    device.proof = acme.authority(LATER).packed();
    isUnwelcome(CertificateException.class).hasStackTraceContaining("must not be CA");
  }

  @Test
  void aModelThatIsNotListedIsRefused() {
    party = trusting(Map.of(AUTHENTICATORS, OTHER.toString()));
    device.proof = acme.batch().packed();
    isUnwelcome(TrustAnchorNotFoundException.class);
  }

  @Test
  void aModelThatItsCertificateDoesNotNameIsRefused() {
    device.proof = acme.batch(LATER, Manufacturer.of(OTHER)).packed();
    isUnwelcome(BadAttestationStatementException.class);
  }

  @Test
  void aBrokenSignatureIsNoMatterOfTheKind() {
    Manufacturer.Certified batch = acme.batch();
    device.proof =
        (passkey, data, client) ->
            new PackedAttestationStatement(
                COSEAlgorithmIdentifier.ES256,
                Device.signature(passkey, data, client),
                new AttestationCertificatePath(batch.path()));
    isRefused(BadSignatureException.class, false);
  }

  /** Nothing is said of, or recorded for, a response that anyone can send. */
  @Test
  void aResponseToAnotherChallengeIsRefusedBeforeItsKind() {
    String response = device.create(party.creation(user, List.of(), CHALLENGE), HERE);
    assertThatThrownBy(
            () -> party.made(response, new Challenges.Challenge(new byte[31], Instant.EPOCH)))
        .hasCauseInstanceOf(BadChallengeException.class)
        .isInstanceOfSatisfying(
            RelyingParty.RefusedException.class,
            refused -> assertThat(refused.isUnwelcome()).isFalse());
  }

  @Test
  void anAuthenticatorOfU2fNamesNoModel() {
    device.model = AAGUID.ZERO;
    device.proof = acme.batch().u2f();
    made();
    party = trusting(Map.of(AUTHENTICATORS, MODEL.toString()));
    isUnwelcome(TrustAnchorNotFoundException.class);
    device.model = MODEL;
    isRefused(BadAaguidException.class, false);
    party = trusting(Map.of(AUTHENTICATORS, AAGUID.ZERO.toString()));
    device.model = AAGUID.ZERO;
    made();
    device.proof = stranger.batch().u2f();
    isUnwelcome(CertificateException.class);
  }

  static Stream<Named<Function<Manufacturer, Device.Proof>>> platforms() {
    return Stream.of(
        Named.of("apple", PlatformProofs::apple),
        Named.of("android-key", PlatformProofs::android),
        Named.of("tpm", PlatformProofs::tpm));
  }

  @ParameterizedTest
  @MethodSource("platforms")
  void anAuthenticatorOfAPlatformIsWelcomeFromItsManufacturerAlone(
      Function<Manufacturer, Device.Proof> form) {
    device.proof = form.apply(acme);
    made();
    device.proof = form.apply(stranger);
    isUnwelcome(CertificateException.class);
    party = trusting(Map.of(AUTHENTICATORS, OTHER.toString()));
    device.proof = form.apply(acme);
    isUnwelcome(TrustAnchorNotFoundException.class);
  }

  /** A statement that was made for another page, as one that is replayed. */
  @ParameterizedTest
  @MethodSource("platforms")
  void aStatementOfAPlatformIsOfOneResponse(Function<Manufacturer, Device.Proof> form) {
    Device.Proof proof = form.apply(acme);
    device.proof = (passkey, data, client) -> proof.of(passkey, data, new byte[client.length]);
    assertThatThrownBy(this::made).isInstanceOf(RelyingParty.RefusedException.class);
  }

  @Test
  void withoutThePolicyAnyAuthenticatorIsWelcome() {
    party = party(Map.of());
    made();
    device.proof = stranger.batch(LONG_AGO).packed();
    made();
    String asked =
        party
            .creation(user, List.of(), CHALLENGE)
            .replace("\"attestation\":\"none\"", "\"attestation\":\"direct\"");
    party.made(device.create(asked, HERE), CHALLENGE);
  }

  @Test
  void anOlderPasskeySignsInUnderThePolicy() {
    party = party(Map.of());
    NewPasskey made = made();
    Passkey passkey =
        new Passkey(
            UUID.randomUUID(),
            new SignIns.Person(new OrganizationId(UUID.randomUUID()), user.id()),
            made.credential(),
            made.signCount(),
            made.backupEligible(),
            made.backedUp(),
            Instant.EPOCH);
    party = trusting(Map.of());
    RelyingParty.Response response = party.read(device.get(party.request(CHALLENGE), HERE));
    assertThat(party.used(response, passkey, CHALLENGE).signCount()).isPositive();
  }

  /** A start of development goes on with such settings. */
  @Test
  void settingsThatCannotBeReadAdmitNothing() {
    device.proof = acme.batch().packed();
    party = party(Map.of(ATTESTATION, "required"));
    isUnwelcome(TrustAnchorNotFoundException.class);
    party = trusting(Map.of(AUTHENTICATORS, "YubiKey"));
    isUnwelcome(TrustAnchorNotFoundException.class);
  }

  private RelyingParty trusting(Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(more);
    settings.put(ATTESTATION, "required");
    settings.put(ANCHORS, acme.pem(folder));
    return party(settings);
  }

  private static RelyingParty party(Map<String, String> settings) {
    return new RelyingParty(TestIssuer.of(HERE), PasskeySettings.policy(settings));
  }

  private NewPasskey made() {
    return party.made(device.create(party.creation(user, List.of(), CHALLENGE), HERE), CHALLENGE);
  }

  private AbstractThrowableAssert<?, ?> isUnwelcome(Class<? extends Exception> cause) {
    return isRefused(cause, true);
  }

  private AbstractThrowableAssert<?, ?> isRefused(
      Class<? extends Exception> cause, boolean unwelcome) {
    return assertThatThrownBy(this::made)
        .hasCauseInstanceOf(cause)
        .isInstanceOfSatisfying(
            RelyingParty.RefusedException.class,
            refused -> assertThat(refused.isUnwelcome()).isEqualTo(unwelcome));
  }
}
