package io.iamplane.key.seal;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.key.seal.KeySetting.DevelopmentKeys;
import io.iamplane.shared.StartUpCheck.Finding;
import io.iamplane.shared.StartUpCheck.Severity;
import io.quarkus.runtime.LaunchMode;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SealStartUpCheckTest {

  private static final String GOOD = SecretBoxTest.key(7);

  @Test
  void goodKeysLeaveOnlyTheWarningAboutTheLocalProvider() {
    List<Finding> findings = findings(GOOD, SecretBoxTest.key(8), List.of(), LaunchMode.NORMAL);
    assertThat(findings).hasSize(1);
    assertThat(findings.getFirst().severity()).isEqualTo(Severity.WARNING);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "missing",
      value = {
        "missing, must be set",
        "AAAA, 'must be exactly 32 bytes long, not 3'",
        "not base64!, must be base64",
        DevelopmentKeys.KEK + ", must not be the development default",
        DevelopmentKeys.SECRET_BOX + ", must not be the development default",
      })
  void badKeyStopsAProductionStartWhereverItIs(@Nullable String value, String problem) {
    assertThat(severe(value, GOOD, List.of())).containsExactly("iam.kek: " + problem);
    assertThat(severe(GOOD, value, List.of()))
        .containsExactly("iam.oauth.encryption-key: " + problem);
    if (value != null) {
      assertThat(severe(GOOD, GOOD, List.of(value)))
          .containsExactly("iam.oauth.previous-encryption-keys: " + problem);
    }
  }

  @Test
  void eachPreviousKekIsLookedAt() {
    assertThat(providers("local", null, GOOD, List.of("AAAA")))
        .containsExactly("iam.previous-keks: must be exactly 32 bytes long, not 3");
  }

  @Test
  void providersThatDoNotExistAreNamedInEveryMode() {
    assertThat(providers("vualt", "pcks11", null, List.of()))
        .containsExactly(
            "iam.keys.provider: unknown key provider",
            "iam.keys.previous-provider: unknown key provider");
  }

  @Test
  void theKekIsNeededWhereTheLocalProviderIsUsed() {
    assertThat(providers("other", null, null, List.of())).isEmpty();
    assertThat(providers("other", "local", null, List.of()))
        .containsExactly("iam.kek: must be set");
    assertThat(providers("other", null, GOOD, List.of()))
        .containsExactly("iam.kek: no key provider uses this setting");
  }

  @Test
  void findingNeverShowsTheValue() {
    List<Finding> findings = findings("c2VjcmV0", "dG9wc2VjcmV0", List.of(), LaunchMode.NORMAL);
    assertThat(findings).allSatisfy(finding -> assertThat(finding.line()).doesNotContain("c2Vjcm"));
  }

  @Test
  void developmentRunsOnItsDefaultsInSilence() {
    for (LaunchMode mode : List.of(LaunchMode.DEVELOPMENT, LaunchMode.TEST)) {
      assertThat(findings(DevelopmentKeys.KEK, DevelopmentKeys.SECRET_BOX, List.of(), mode))
          .isEmpty();
      assertThat(findings("AAAA", null, List.of(), mode)).hasSize(2);
    }
  }

  @Test
  void defaultsOfThePropertiesFileAreTheOnesThatProductionRefuses() throws IOException {
    Properties properties = new Properties();
    try (InputStream file = getClass().getResourceAsStream("/application.properties")) {
      properties.load(file);
    }
    assertThat(properties.getProperty("%dev,test.iam.kek")).isEqualTo(DevelopmentKeys.KEK);
    assertThat(properties.getProperty("%dev,test.iam.oauth.encryption-key"))
        .isEqualTo(DevelopmentKeys.SECRET_BOX);
    assertThat(properties).doesNotContainKeys("iam.kek", "iam.oauth.encryption-key");
  }

  private static List<String> severe(
      @Nullable String kek, @Nullable String box, List<String> previous) {
    return findings(kek, box, previous, LaunchMode.NORMAL).stream()
        .filter(finding -> finding.severity() == Severity.SEVERE)
        .map(finding -> finding.setting() + ": " + finding.problem())
        .toList();
  }

  private static List<String> providers(
      String present, @Nullable String previous, @Nullable String kek, List<String> previousKeks) {
    LocalKeyProvider local =
        new LocalKeyProvider(Optional.ofNullable(kek), Optional.of(previousKeks));
    KeyProviderConfig config = TestProviders.config(present, previous);
    return new SealStartUpCheck(
            config,
            new KeyProviders(config, name -> local, Set.of("local", "other")),
            local,
            new SecretBox(SecretBoxTest.config(Optional.of(GOOD), List.of())),
            LaunchMode.NORMAL)
        .findings().stream()
            .map(finding -> finding.setting() + ": " + finding.problem())
            .filter(line -> !line.contains("in an environment variable of the process"))
            .toList();
  }

  private static List<Finding> findings(
      @Nullable String kek, @Nullable String box, List<String> previous, LaunchMode mode) {
    return new SealStartUpCheck(
            TestProviders.config("local", null),
            TestProviders.local(Optional.ofNullable(kek), List.of()),
            new LocalKeyProvider(Optional.ofNullable(kek), Optional.empty()),
            new SecretBox(SecretBoxTest.config(Optional.ofNullable(box), previous)),
            mode)
        .findings();
  }
}
