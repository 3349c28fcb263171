package io.iamplane.signin.passkey;

import com.webauthn4j.data.attestation.authenticator.AAGUID;
import io.iamplane.testing.ScannedDocument;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** An application that takes new passkeys on one model of one manufacturer alone. */
public final class AttestationProfile implements QuarkusTestProfile {

  static final Manufacturer ACME = new Manufacturer("Acme");
  static final AAGUID MODEL = new AAGUID("cb69481e-8ff7-4039-93ec-0a2729a154a8");

  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        ScannedDocument.NONE,
        "true",
        AttestationPolicy.ATTESTATION,
        "required",
        AttestationPolicy.ANCHORS,
        ACME.pem(folder()),
        AttestationPolicy.AUTHENTICATORS,
        MODEL.toString());
  }

  private static Path folder() {
    try {
      return Files.createTempDirectory(Path.of("target").toAbsolutePath(), "attestation");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
