package io.iamplane.key.seal.vault;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.key.seal.ChosenProviders;
import io.iamplane.key.seal.KeyProviderConfig;
import io.iamplane.shared.StartUpCheck.Finding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VaultCheckTest {

  private static final VaultSettings GOOD = new VaultSettings("https://vault.example.com:8200");

  @Test
  void goodSettingsHaveNoFinding() {
    assertThat(lines(GOOD)).isEmpty();
    for (String url :
        List.of("http://localhost:8200", "http://127.0.0.1:8200", "http://[::1]:8200")) {
      assertThat(lines(GOOD.url(url))).isEmpty();
    }
  }

  @Test
  void whatIsNotUsedIsNotLookedAt() {
    KeyProviderConfig local = new ChosenProviders("local", Optional.empty());
    assertThat(new VaultCheck(local, GOOD.url(null).config()).findings()).isEmpty();
    KeyProviderConfig before = new ChosenProviders("local", Optional.of("vault"));
    assertThat(new VaultCheck(before, GOOD.url(null).config()).findings()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "url, , iam.keys.vault.url: must be set",
    "url, vault.example.com:8200, 'iam.keys.vault.url: must be an https URL without credentials,"
        + " query or fragment'",
    "url, https://user:pw@vault.example.com, 'iam.keys.vault.url: must be an https URL without"
        + " credentials, query or fragment'",
    "url, http://vault.example.com:8200, iam.keys.vault.url: the token and keys would cross the"
        + " network unencrypted",
    "url, http://10.0.0.1:8200, iam.keys.vault.url: the token and keys would cross the network"
        + " unencrypted",
    "url, http://localhost.example.com, iam.keys.vault.url: the token and keys would cross the"
        + " network unencrypted",
    "token, , iam.keys.vault.token: no login method is set",
    "token-file, /run/token, iam.keys.vault.token: more than one login method is set",
    "kubernetes.role, iam, iam.keys.vault.token: more than one login method is set",
    "ca-file, /nowhere/ca.pem, iam.keys.vault.ca-file: cannot be read",
    "mount, ../sys, iam.keys.vault.mount: not a valid value",
    "mount, a//b, iam.keys.vault.mount: not a valid value",
    "key, a/b, iam.keys.vault.key: not a valid value",
    "kubernetes.mount, a?b, iam.keys.vault.kubernetes.mount: not a valid value",
    "namespace, a b, iam.keys.vault.namespace: not a valid value",
  })
  void eachBadSettingIsOneLineWithItsNameAndRemedy(String setting, String value, String begin) {
    assertThat(lines(GOOD.with(setting, value)))
        .singleElement()
        .asString()
        .startsWith(begin + "; ")
        .doesNotContain("hvs.", "pw@");
  }

  @Test
  void aFileWithoutCertificatesIsNamed(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("ca.pem"), "no certificate");
    assertThat(lines(GOOD.with("ca-file", file.toString())))
        .singleElement()
        .asString()
        .startsWith("iam.keys.vault.ca-file: must contain certificates in PEM format");
  }

  private static List<String> lines(VaultSettings settings) {
    return new VaultCheck(new ChosenProviders("vault", Optional.empty()), settings.config())
        .findings().stream().map(Finding::line).toList();
  }
}
