package io.iamplane.signin.passkey;

import com.webauthn4j.WebAuthnManager;
import com.webauthn4j.converter.AttestedCredentialDataConverter;
import com.webauthn4j.converter.util.ObjectConverter;
import com.webauthn4j.credential.CredentialRecord;
import com.webauthn4j.credential.CredentialRecordImpl;
import com.webauthn4j.data.AuthenticationData;
import com.webauthn4j.data.AuthenticationParameters;
import com.webauthn4j.data.AuthenticatorSelectionCriteria;
import com.webauthn4j.data.PublicKeyCredentialCreationOptions;
import com.webauthn4j.data.PublicKeyCredentialDescriptor;
import com.webauthn4j.data.PublicKeyCredentialParameters;
import com.webauthn4j.data.PublicKeyCredentialRequestOptions;
import com.webauthn4j.data.PublicKeyCredentialRpEntity;
import com.webauthn4j.data.PublicKeyCredentialType;
import com.webauthn4j.data.PublicKeyCredentialUserEntity;
import com.webauthn4j.data.RegistrationParameters;
import com.webauthn4j.data.ResidentKeyRequirement;
import com.webauthn4j.data.UserVerificationRequirement;
import com.webauthn4j.data.attestation.authenticator.AttestedCredentialData;
import com.webauthn4j.data.attestation.authenticator.AuthenticatorData;
import com.webauthn4j.data.attestation.statement.COSEAlgorithmIdentifier;
import com.webauthn4j.data.client.Origin;
import com.webauthn4j.data.client.challenge.DefaultChallenge;
import com.webauthn4j.server.ServerProperty;
import com.webauthn4j.verifier.exception.BadAttestationStatementException;
import com.webauthn4j.verifier.exception.CertificateException;
import com.webauthn4j.verifier.exception.MaliciousCounterValueException;
import com.webauthn4j.verifier.exception.SelfAttestationProhibitedException;
import com.webauthn4j.verifier.exception.TrustAnchorNotFoundException;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserId;
import io.iamplane.token.Issuer;
import jakarta.inject.Singleton;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * This service as a relying party: it asks authenticators, and verifies their responses by the
 * library (Web Authentication, sections 7.1 and 7.2). The user is verified each time. The {@link
 * AttestationPolicy} says which authenticators are welcome.
 */
@Singleton
class RelyingParty {

  private static final Logger LOG = Logger.getLogger(RelyingParty.class);

  private static final String NAME = "IAM";

  private final Issuer issuer;
  private final AttestationPolicy attestation;
  private final ObjectConverter objects = new ObjectConverter();
  private final WebAuthnManager manager;
  private final AttestedCredentialDataConverter credentials =
      new AttestedCredentialDataConverter(objects);
  private final List<PublicKeyCredentialParameters> algorithms =
      Stream.of(
              COSEAlgorithmIdentifier.ES256,
              COSEAlgorithmIdentifier.EdDSA,
              COSEAlgorithmIdentifier.RS256)
          .map(each -> new PublicKeyCredentialParameters(PublicKeyCredentialType.PUBLIC_KEY, each))
          .toList();

  RelyingParty(Issuer issuer, AttestationPolicy attestation) {
    this.issuer = issuer;
    this.attestation = attestation;
    this.manager = attestation.manager(objects);
  }

  /** A response of an authenticator was refused. */
  static final class RefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean counterWentBack;
    private final boolean unwelcome;

    RefusedException(Throwable cause) {
      super(cause.getClass().getSimpleName(), cause);
      this.counterWentBack = cause instanceof MaliciousCounterValueException;
      this.unwelcome =
          cause instanceof BadAttestationStatementException
              || cause instanceof SelfAttestationProhibitedException
              || cause instanceof CertificateException
              || cause instanceof TrustAnchorNotFoundException;
    }

    /** Returns true if the signature was right, and the counter was not: the key may be copied. */
    boolean isCounterWentBack() {
      return counterWentBack;
    }

    /** Returns true if the rest was right, and the authenticator does not prove an allowed kind. */
    boolean isUnwelcome() {
      return unwelcome;
    }
  }

  /** A response before it is verified, with the person that it claims to be of. */
  record Response(byte[] credentialId, UserId user, AuthenticationData data) {}

  /** The options of {@code navigator.credentials.create}, as JSON. */
  String creation(User user, List<byte[]> present, Challenges.Challenge challenge) {
    String email = user.email();
    return objects
        .getJsonMapper()
        .writeValueAsString(
            new PublicKeyCredentialCreationOptions(
                new PublicKeyCredentialRpEntity(id(), NAME),
                new PublicKeyCredentialUserEntity(
                    handle(user.id()), email == null ? user.name() : email, user.name()),
                new DefaultChallenge(challenge.value()),
                algorithms,
                Challenges.LIFETIME.toMillis(),
                present.stream().map(RelyingParty::descriptor).toList(),
                new AuthenticatorSelectionCriteria(
                    null,
                    true,
                    ResidentKeyRequirement.REQUIRED,
                    UserVerificationRequirement.REQUIRED),
                attestation.conveyance(),
                null));
  }

  /** The options of {@code navigator.credentials.get}, as JSON: any passkey of this service. */
  String request(Challenges.Challenge challenge) {
    return objects
        .getJsonMapper()
        .writeValueAsString(
            new PublicKeyCredentialRequestOptions(
                new DefaultChallenge(challenge.value()),
                Challenges.LIFETIME.toMillis(),
                id(),
                List.of(),
                UserVerificationRequirement.REQUIRED,
                null));
  }

  /** Verifies the response of an authenticator that made a passkey; throws RefusedException. */
  NewPasskey made(String response, Challenges.Challenge challenge) {
    return refusing(() -> {
      AuthenticatorData<?> data =
          Objects.requireNonNull(
                  manager
                      .verifyRegistrationResponseJSON(
                          response,
                          new RegistrationParameters(server(challenge), algorithms, true, true))
                      .getAttestationObject())
              .getAuthenticatorData();
      AttestedCredentialData credential = Objects.requireNonNull(data.getAttestedCredentialData());
      return new NewPasskey(
          credential.getCredentialId(),
          credentials.convert(credential),
          data.getSignCount(),
          data.isFlagBE(),
          data.isFlagBS());
    });
  }

  /** Reads the response to a challenge; throws RefusedException if it has another form. */
  Response read(String response) {
    return refusing(() -> {
      AuthenticationData data = manager.parseAuthenticationResponseJSON(response);
      return new Response(
          Objects.requireNonNull(data.getCredentialId()),
          user(Objects.requireNonNull(data.getUserHandle())),
          data);
    });
  }

  /** Verifies it, and returns the passkey as it is after this use; throws RefusedException. */
  Passkey used(Response response, Passkey passkey, Challenges.Challenge challenge) {
    return refusing(() -> {
      AuthenticatorData<?> data =
          Objects.requireNonNull(
              manager
                  .verify(
                      response.data(),
                      new AuthenticationParameters(
                          server(challenge), stored(passkey), null, true, true))
                  .getAuthenticatorData());
      return new Passkey(
          passkey.id(),
          passkey.person(),
          passkey.credential(),
          data.getSignCount(),
          passkey.backupEligible(),
          data.isFlagBS(),
          challenge.at());
    });
  }

  private CredentialRecord stored(Passkey passkey) {
    return new CredentialRecordImpl(
        null,
        true,
        passkey.backupEligible(),
        passkey.backedUp(),
        passkey.signCount(),
        credentials.convert(passkey.credential()),
        null,
        null,
        null,
        null);
  }

  private ServerProperty server(Challenges.Challenge challenge) {
    URI uri = URI.create(issuer.value());
    return ServerProperty.builder()
        .origin(new Origin(uri.getScheme() + "://" + uri.getAuthority()))
        .rpId(id())
        .challenge(new DefaultChallenge(challenge.value()))
        .build();
  }

  /** The host of the issuer, without the port (Web Authentication, section 5.4.2). */
  private String id() {
    return URI.create(issuer.value()).getHost();
  }

  private static PublicKeyCredentialDescriptor descriptor(byte[] credentialId) {
    return new PublicKeyCredentialDescriptor(
        PublicKeyCredentialType.PUBLIC_KEY, credentialId, null);
  }

  private static byte[] handle(UserId user) {
    return ByteBuffer.allocate(2 * Long.BYTES)
        .putLong(user.value().getMostSignificantBits())
        .putLong(user.value().getLeastSignificantBits())
        .array();
  }

  private static UserId user(byte[] handle) {
    if (handle.length != 2 * Long.BYTES) {
      throw new IllegalArgumentException("the user handle was not issued by this service");
    }
    ByteBuffer bytes = ByteBuffer.wrap(handle);
    return new UserId(new UUID(bytes.getLong(), bytes.getLong()));
  }

  /** The library answers missing parts and broken bytes with exceptions of many kinds. */
  private static <T> T refusing(Supplier<T> work) {
    try {
      return work.get();
    } catch (RuntimeException e) {
      LOG.debugf("refused an authenticator's response: %s", e.getClass().getSimpleName());
      throw new RefusedException(e);
    }
  }
}
