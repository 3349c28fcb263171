package io.iamplane.signin.passkey;

import com.webauthn4j.WebAuthnManager;
import com.webauthn4j.anchor.TrustAnchorRepository;
import com.webauthn4j.converter.util.ObjectConverter;
import com.webauthn4j.data.AttestationConveyancePreference;
import com.webauthn4j.data.attestation.authenticator.AAGUID;
import com.webauthn4j.verifier.attestation.statement.androidkey.AndroidKeyAttestationStatementVerifier;
import com.webauthn4j.verifier.attestation.statement.apple.AppleAnonymousAttestationStatementVerifier;
import com.webauthn4j.verifier.attestation.statement.packed.PackedAttestationStatementVerifier;
import com.webauthn4j.verifier.attestation.statement.tpm.TPMAttestationStatementVerifier;
import com.webauthn4j.verifier.attestation.statement.u2f.FIDOU2FAttestationStatementVerifier;
import com.webauthn4j.verifier.attestation.trustworthiness.certpath.DefaultCertPathTrustworthinessVerifier;
import com.webauthn4j.verifier.attestation.trustworthiness.self.DefaultSelfAttestationTrustworthinessVerifier;
import io.iamplane.shared.StartUpCheck;
import io.iamplane.shared.UuidV7;
import io.iamplane.signin.passkey.PasskeyConfig.Attestation;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The proof that a new passkey needs of the kind of its authenticator (Web Authentication, section
 * 7.1, steps 21 to 24). Settings that cannot be read admit nothing, where they do not stop a start.
 */
@Singleton
class AttestationPolicy implements StartUpCheck {

  static final String ATTESTATION = "iam.passkey.attestation";
  static final String ANCHORS = "iam.passkey.trust-anchors";
  static final String AUTHENTICATORS = "iam.passkey.authenticators";

  private static final String NO_CERTIFICATES = "the file contains no PEM certificates";

  private final PasskeyConfig config;
  private final List<Finding> findings = new ArrayList<>();
  private final Accepted accepted;

  AttestationPolicy(PasskeyConfig config) {
    this.config = config;
    this.accepted =
        isRequired() ? new Accepted(anchors(), models()) : new Accepted(Set.of(), Optional.empty());
    if (!isRequired()) {
      config.trustAnchors().ifPresent(_ -> needsAttestation(ANCHORS));
      config.authenticators().ifPresent(_ -> needsAttestation(AUTHENTICATORS));
    }
  }

  @Override
  public List<Finding> findings() {
    return List.copyOf(findings);
  }

  /** The preference in the options for the browser. */
  AttestationConveyancePreference conveyance() {
    return isRequired()
        ? AttestationConveyancePreference.DIRECT
        : AttestationConveyancePreference.NONE;
  }

  /** A verifier of responses, for which new passkeys must fulfil this policy. */
  WebAuthnManager manager(ObjectConverter objects) {
    return isRequired()
        ? new WebAuthnManager(
            List.of(
                new PackedAttestationStatementVerifier(),
                new TPMAttestationStatementVerifier(),
                new AndroidKeyAttestationStatementVerifier(),
                new AppleAnonymousAttestationStatementVerifier(),
                new FIDOU2FAttestationStatementVerifier()),
            new DefaultCertPathTrustworthinessVerifier(accepted),
            new DefaultSelfAttestationTrustworthinessVerifier(false),
            objects)
        : WebAuthnManager.createNonStrictWebAuthnManager(objects);
  }

  /** The manufacturers that vouch for a model, and the allowed models; empty if all are. */
  private record Accepted(Set<TrustAnchor> anchors, Optional<Set<AAGUID>> models)
      implements TrustAnchorRepository {

    @Override
    public Set<TrustAnchor> find(AAGUID model) {
      return models.isEmpty() || models.get().contains(model) ? anchors : Set.of();
    }

    /** Authenticators of U2F name no model; the library has verified that. */
    @Override
    public Set<TrustAnchor> find(byte[] attestationCertificateKeyIdentifier) {
      return find(AAGUID.ZERO);
    }
  }

  private boolean isRequired() {
    return config.attestation() == Attestation.REQUIRED;
  }

  private void needsAttestation(String setting) {
    findings.add(
        Finding.severe(
            setting,
            "not enforced unless attestation is required",
            "set " + ATTESTATION + "=required, or remove this setting"));
  }

  private Set<TrustAnchor> anchors() {
    if (config.trustAnchors().isEmpty()) {
      return noAnchors("not set, but required by " + ATTESTATION + "=required");
    }
    try (InputStream in = Files.newInputStream(Path.of(config.trustAnchors().get()))) {
      Set<TrustAnchor> anchors =
          CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
              .map(each -> new TrustAnchor((X509Certificate) each, null))
              .collect(Collectors.toUnmodifiableSet());
      return anchors.isEmpty() ? noAnchors(NO_CERTIFICATES) : anchors;
    } catch (IOException _) {
      return noAnchors("the file cannot be read");
    } catch (CertificateException _) {
      return noAnchors(NO_CERTIFICATES);
    }
  }

  private Set<TrustAnchor> noAnchors(String problem) {
    findings.add(
        Finding.severe(
            ANCHORS,
            problem,
            "set it to the path of a PEM file with the root certificates of the manufacturers that"
                + " you trust"));
    return Set.of();
  }

  private Optional<Set<AAGUID>> models() {
    return config
        .authenticators()
        .map(all -> {
          Set<AAGUID> models = new HashSet<>();
          for (String each : all) {
            Optional<UUID> model = UuidV7.parse(each.strip().toLowerCase(Locale.ROOT));
            model.map(AAGUID::new).ifPresent(models::add);
            if (model.isEmpty()) {
              findings.add(
                  Finding.severe(
                      AUTHENTICATORS,
                      "'" + each + "' is not an AAGUID",
                      "use AAGUIDs such as cb69481e-8ff7-4039-93ec-0a2729a154a8"));
            }
          }
          return models;
        });
  }
}
