package io.iamplane.signin.passkey;

import com.webauthn4j.converter.AttestationObjectConverter;
import com.webauthn4j.converter.AuthenticatorDataConverter;
import com.webauthn4j.converter.util.ObjectConverter;
import com.webauthn4j.data.AttestationConveyancePreference;
import com.webauthn4j.data.PublicKeyCredentialCreationOptions;
import com.webauthn4j.data.PublicKeyCredentialRequestOptions;
import com.webauthn4j.data.UserVerificationRequirement;
import com.webauthn4j.data.attestation.AttestationObject;
import com.webauthn4j.data.attestation.authenticator.AAGUID;
import com.webauthn4j.data.attestation.authenticator.AttestedCredentialData;
import com.webauthn4j.data.attestation.authenticator.AuthenticatorData;
import com.webauthn4j.data.attestation.authenticator.EC2COSEKey;
import com.webauthn4j.data.attestation.statement.AttestationStatement;
import com.webauthn4j.data.attestation.statement.COSEAlgorithmIdentifier;
import com.webauthn4j.data.attestation.statement.NoneAttestationStatement;
import com.webauthn4j.data.client.challenge.Challenge;
import com.webauthn4j.data.extension.authenticator.AuthenticationExtensionAuthenticatorOutput;
import com.webauthn4j.data.extension.authenticator.RegistrationExtensionAuthenticatorOutput;
import io.iamplane.shared.Hashes;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

/**
 * A browser's {@code navigator.credentials} with an authenticator of its own, which has one passkey
 * for each relying party (Web Authentication, sections 6.1 and 6.3).
 */
public final class Device {

  private final ObjectConverter objects = new ObjectConverter();
  private final Map<String, Key> keys = new HashMap<>();
  private final int step;
  private int counter;

  /** The page is in a frame of another origin. */
  boolean framed;

  /** The response is of the other ceremony. */
  boolean confused;

  /** No one touches the device. */
  boolean untouched;

  /** The model that the authenticator says it is. */
  AAGUID model = AAGUID.ZERO;

  /** The proof of that. */
  Proof proof = Proof.NONE;

  /** Makes the statement that an authenticator signs about itself (section 6.5). */
  interface Proof {

    Proof NONE = (_, _, _) -> new NoneAttestationStatement();

    /**
     * Makes a statement.
     *
     * @param passkey the pair of the new passkey
     * @param data the authenticator data
     * @param client the hash of the client data
     */
    AttestationStatement of(KeyPair passkey, byte[] data, byte[] client);
  }

  public Device() {
    this(1);
  }

  private Device(int step) {
    this.step = step;
  }

  /** A device with an authenticator that has no counter. */
  static Device withoutCounter() {
    return new Device(0);
  }

  private record Key(byte[] id, byte[] userHandle, KeyPair pair) {}

  /**
   * Makes a passkey, on a page of an origin, and returns the result of a browser's {@code toJSON}.
   */
  public String create(String json, String origin) {
    PublicKeyCredentialCreationOptions options =
        objects.getJsonMapper().readValue(json, PublicKeyCredentialCreationOptions.class);
    byte[] id = new byte[32];
    new SecureRandom().nextBytes(id);
    KeyPair pair = pair();
    String rpId = options.getRp().getId();
    keys.put(rpId, new Key(id, options.getUser().getId(), pair));
    counter += step;
    // Asked for none, a browser leaves model and proof out (section 5.1.3).
    boolean asked = options.getAttestation() == AttestationConveyancePreference.DIRECT;
    AuthenticatorData<RegistrationExtensionAuthenticatorOutput> data =
        new AuthenticatorData<>(
            hash(rpId),
            (byte)
                (AuthenticatorData.BIT_AT
                    | flags(options.getAuthenticatorSelection().getUserVerification())),
            counter,
            new AttestedCredentialData(
                asked ? model : AAGUID.ZERO,
                id,
                EC2COSEKey.create((ECPublicKey) pair.getPublic(), COSEAlgorithmIdentifier.ES256)));
    byte[] clientData = clientData("create", options.getChallenge(), origin);
    AttestationStatement statement =
        (asked ? proof : Proof.NONE)
            .of(
                pair,
                new AuthenticatorDataConverter(objects).convert(data),
                Hashes.sha256(clientData));
    byte[] attestation =
        new AttestationObjectConverter(objects)
            .convertToBytes(new AttestationObject(data, statement));
    return response(
        id,
        Map.of(
            "clientDataJSON",
            text(clientData),
            "attestationObject",
            text(attestation),
            "transports",
            new String[] {"internal"},
            "publicKeyAlgorithm",
            -7));
  }

  /** Signs a challenge, on a page of an origin. */
  public String get(String json, String origin) {
    PublicKeyCredentialRequestOptions options =
        objects.getJsonMapper().readValue(json, PublicKeyCredentialRequestOptions.class);
    Key key = keys.computeIfAbsent(options.getRpId(), _ -> keys.values().iterator().next());
    counter += step;
    byte[] data =
        new AuthenticatorDataConverter(objects)
            .convert(
                new AuthenticatorData<AuthenticationExtensionAuthenticatorOutput>(
                    hash(options.getRpId()), flags(options.getUserVerification()), counter));
    byte[] clientData = clientData("get", options.getChallenge(), origin);
    return response(
        key.id(),
        Map.of(
            "clientDataJSON", text(clientData),
            "authenticatorData", text(data),
            "signature", text(signature(key.pair(), data, Hashes.sha256(clientData))),
            "userHandle", text(key.userHandle())));
  }

  private byte flags(UserVerificationRequirement verification) {
    boolean verified = UserVerificationRequirement.REQUIRED.equals(verification);
    byte present = untouched ? 0 : AuthenticatorData.BIT_UP;
    return (byte) (present | (verified ? AuthenticatorData.BIT_UV : 0));
  }

  private byte[] clientData(String type, Challenge challenge, String origin) {
    return objects
        .getJsonMapper()
        .writeValueAsBytes(
            Map.of(
                "type",
                "webauthn." + (confused ? type.equals("get") ? "create" : "get" : type),
                "challenge",
                text(challenge.getValue()),
                "origin",
                origin,
                "crossOrigin",
                framed));
  }

  private String response(byte[] id, Map<String, Object> response) {
    return objects
        .getJsonMapper()
        .writeValueAsString(
            Map.of(
                "id",
                text(id),
                "rawId",
                text(id),
                "type",
                "public-key",
                "authenticatorAttachment",
                "platform",
                "clientExtensionResults",
                Map.of(),
                "response",
                response));
  }

  private static byte[] hash(String rpId) {
    return Hashes.sha256(rpId.getBytes(StandardCharsets.UTF_8));
  }

  private static KeyPair pair() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  static byte[] signature(KeyPair pair, byte[]... parts) {
    try {
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(pair.getPrivate());
      for (byte[] part : parts) {
        signature.update(part);
      }
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  static String text(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
