package io.iamplane.key.seal.pkcs11;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.iamplane.testing.SoftHsm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a token of SoftHSM, where that is installed; by {@link Pkcs11Trial} in another process. */
class Pkcs11KeyProviderTest {

  private static final String PIN_REFUSED =
      "KeyProviderUnavailableException: the token rejected the PIN, which is not tried again until"
          + " the PIN in iam.keys.pkcs11.pin-file changes";

  private static Map<String, String> came;
  private static String printed;

  @BeforeAll
  static void inAnotherProcess(@TempDir Path folder) throws IOException, InterruptedException {
    Optional<SoftHsm> found = SoftHsm.in(folder);
    assumeTrue(found.isPresent(), "SoftHSM is not installed: apt-get install softhsm2");
    SoftHsm hsm = found.get();
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Pkcs11Trial.class.getName(),
                hsm.library(),
                hsm.pinFile().toString())
            .redirectErrorStream(true);
    builder.environment().putAll(hsm.environment());
    Process process = builder.start();
    printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(printed).isZero();
    came =
        printed
            .lines()
            .filter(line -> line.contains("="))
            .map(line -> line.split("=", 2))
            .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
  }

  @Test
  void aDataKeyComesBackFromItsPlaceAlone() {
    assertThat(came)
        .containsEntry("provider", "pkcs11")
        .containsEntry("version", "iam")
        .containsEntry("length", "92")
        .containsEntry("unwrapped", "true")
        .containsEntry("again", "false")
        .containsEntry("stillThere", "true");
    for (String refused : new String[] {"moved", "flipped", "otherKey"}) {
      assertThat(came)
          .containsEntry(
              refused,
              "UnsealException: the token rejected the wrapped key: it was changed or moved");
    }
    assertThat(came.get("short")).startsWith("UnsealException: ");
  }

  @Test
  void anotherKeyWrapsAndTheOneBeforeStillUnwraps() {
    assertThat(came).containsEntry("nextVersion", "iam-2").containsEntry("oldByNext", "true");
  }

  @Test
  void whatIsMissingIsSaid() {
    assertThat(came)
        .containsEntry(
            "missing", "KeyProviderUnavailableException: the token has no AES key labeled nothing")
        .containsEntry(
            "noPin", "KeyProviderUnavailableException: iam.keys.pkcs11.pin-file cannot be read");
    assertThat(came.get("noModule"))
        .startsWith("KeyProviderUnavailableException: the PKCS #11 token cannot be used: ");
    assertThat(came.get("open")).contains("can be extracted from the token");
  }

  /** A token locks itself; the readiness probe asks each second. */
  @Test
  void aRefusedPinIsTriedOnceUntilItChanges() {
    assertThat(came)
        .containsEntry("wrongPin", "KeyProviderUnavailableException: the token rejected the PIN")
        .containsEntry("wrongPinAgain", PIN_REFUSED)
        .containsEntry(
            "rightPin", "KeyProviderUnavailableException: the token has no AES key labeled iam");
  }

  @Test
  void neitherPinNorKeyIsPrinted() {
    assertThat(printed).doesNotContain("MARKED");
  }
}
