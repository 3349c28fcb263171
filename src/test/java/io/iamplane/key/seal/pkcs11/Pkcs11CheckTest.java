package io.iamplane.key.seal.pkcs11;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.key.seal.ChosenProviders;
import io.iamplane.shared.StartUpCheck.Finding;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Pkcs11CheckTest {

  private static final String HERE = "/etc/hostname";

  private record Settings(Optional<String> library, Optional<String> pinFile, String key)
      implements Pkcs11Config {

    @Override
    public int slotIndex() {
      return 0;
    }
  }

  @Test
  void goodSettingsHaveNoFinding() {
    assertThat(lines("pkcs11", HERE, HERE, "iam")).isEmpty();
  }

  @Test
  void whatIsNotUsedIsNotLookedAt() {
    assertThat(lines("local", null, null, "")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "missing",
      value = {
        "missing, /etc/hostname, iam, iam.keys.pkcs11.library: must be set",
        "/nowhere/lib.so, /etc/hostname, iam, iam.keys.pkcs11.library: cannot be read",
        "'/lib\n"
            + "name = x', /etc/hostname, iam, iam.keys.pkcs11.library: must be an absolute path"
            + " without spaces or special characters",
        "/etc/hostname, missing, iam, iam.keys.pkcs11.pin-file: must be set",
        "/etc/hostname, 12345678, iam, iam.keys.pkcs11.pin-file: must be an absolute path"
            + " without spaces or special characters",
        "/etc/hostname, /etc/hostname, '', iam.keys.pkcs11.key: not a valid key label",
        "/etc/hostname, /etc/hostname, 'a/b', iam.keys.pkcs11.key: not a valid key label",
      })
  void eachBadSettingIsOneLineWithItsNameAndRemedy(
      String library, String pinFile, String key, String begin) {
    assertThat(lines("pkcs11", library, pinFile, key))
        .singleElement()
        .asString()
        .startsWith(begin + "; ")
        .doesNotContain("12345678", "\n");
  }

  private static List<String> lines(String provider, String library, String pinFile, String key) {
    return new Pkcs11Check(
            new ChosenProviders(provider, Optional.empty()),
            new Settings(Optional.ofNullable(library), Optional.ofNullable(pinFile), key))
        .findings().stream().map(Finding::line).toList();
  }
}
