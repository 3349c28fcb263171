package io.iamplane.signin.passkey;

import static io.iamplane.signin.passkey.AttestationPolicy.ANCHORS;
import static io.iamplane.signin.passkey.AttestationPolicy.ATTESTATION;
import static io.iamplane.signin.passkey.AttestationPolicy.AUTHENTICATORS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.shared.StartUpCheck.Finding;
import io.iamplane.shared.StartUpCheck.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings that prove less than their reader believes stop a start. */
class AttestationPolicyTest {

  private static final String MODEL = "cb69481e-8ff7-4039-93ec-0a2729a154a8";

  @TempDir private Path folder;

  @Test
  void goodSettingsAreSilent() {
    assertThat(findings(Map.of())).isEmpty();
    assertThat(findings(Map.of(ATTESTATION, "none"))).isEmpty();
    assertThat(findings(Map.of(ATTESTATION, "required", ANCHORS, roots()))).isEmpty();
    assertThat(
            findings(
                Map.of(
                    ATTESTATION,
                    "required",
                    ANCHORS,
                    roots(),
                    AUTHENTICATORS,
                    MODEL + ", 2FC0579F-8113-47EA-B116-BB5A8DB9202A")))
        .isEmpty();
  }

  @Test
  void aListOrRootsWithoutAttestationAreRefused() {
    assertThat(findings(Map.of(AUTHENTICATORS, MODEL)))
        .containsExactly(
            Finding.severe(
                AUTHENTICATORS,
                "not enforced unless attestation is required",
                "set iam.passkey.attestation=required, or remove this setting"));
    assertThat(findings(Map.of(ATTESTATION, "none", ANCHORS, roots())))
        .singleElement()
        .satisfies(finding -> assertThat(finding.setting()).isEqualTo(ANCHORS));
  }

  @Test
  void rootsThatCannotBeReadAreRefused() throws IOException {
    assertThat(findings(Map.of(ATTESTATION, "required")))
        .satisfiesExactly(isOfRoots("not set, but required by iam.passkey.attestation=required"));
    assertThat(of(folder.resolve("missing.pem")))
        .satisfiesExactly(isOfRoots("the file cannot be read"));
    assertThat(of(folder)).satisfiesExactly(isOfRoots("the file contains no PEM certificates"));
    for (String text :
        List.of(
            "",
            "roots",
            "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
            Files.readString(Path.of(roots())).replaceFirst("(?s).{200}-----END", "-----END"))) {
      assertThat(of(Files.writeString(folder.resolve("broken.pem"), text)))
          .as(text)
          .satisfiesExactly(isOfRoots("the file contains no PEM certificates"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"YubiKey", "1-1-1-1-1", "cb69481e8ff7403993ec0a2729a154a8", MODEL + "0"})
  void whatIsNoModelIsRefusedByItsName(String model) {
    assertThat(
            findings(
                Map.of(
                    ATTESTATION,
                    "required",
                    ANCHORS,
                    roots(),
                    AUTHENTICATORS,
                    MODEL + "," + model)))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.severity()).isEqualTo(Severity.SEVERE);
          assertThat(finding.line())
              .startsWith("iam.passkey.authenticators: '" + model + "' is not an AAGUID; use");
        });
  }

  @Test
  void anotherWordForAttestationIsRefused() {
    assertThatThrownBy(() -> findings(Map.of(ATTESTATION, "direct")))
        .hasMessageContaining(ATTESTATION);
  }

  private List<Finding> of(Path roots) {
    return findings(Map.of(ATTESTATION, "required", ANCHORS, roots.toString()));
  }

  private static Consumer<Finding> isOfRoots(String problem) {
    return finding -> {
      assertThat(finding.severity()).isEqualTo(Severity.SEVERE);
      assertThat(finding.line())
          .startsWith(
              "iam.passkey.trust-anchors: " + problem + "; set it to the path of a PEM file");
    };
  }

  private String roots() {
    return new Manufacturer("Acme").pem(folder);
  }

  private static List<Finding> findings(Map<String, String> settings) {
    return PasskeySettings.policy(settings).findings();
  }
}
