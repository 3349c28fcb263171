package io.iamplane.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.chain.note.NoteVerifier;
import io.iamplane.shared.StartUpCheck.Severity;
import io.iamplane.testing.AuditSettings;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Unreadable keys are reported at the start, and never left out. */
class TrustedKeysTest {

  /** The public key of RFC 8032, section 7.1, test 1. */
  private static final NoteVerifier KEY =
      NoteVerifier.of(
          "iam.example.com",
          Base64.getDecoder().decode("11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="));

  @Test
  void noneIsNoFault() {
    TrustedKeys keys = new TrustedKeys(AuditSettings.defaults());

    assertThat(keys.findings()).isEmpty();
    assertThat(keys.pinned()).isEmpty();
  }

  @Test
  void wholeKeysArePinned() {
    TrustedKeys keys = of(KEY.toString());

    assertThat(keys.findings()).isEmpty();
    assertThat(keys.pinned()).contains(List.of(KEY));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nonsense", "iam.example.com+00000000+AdeqWA==", "a+b+c"})
  void oneThatCannotBeReadStopsTheStartWithOneLine(String malformed) {
    assertThat(of(KEY.toString(), malformed).findings())
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.severity()).isEqualTo(Severity.SEVERE);
          assertThat(finding.line())
              .startsWith("iam.audit.trusted-keys: ")
              .contains("key 2 of 2: ")
              .doesNotContain("\n");
        });
  }

  @Test
  void anIdThatIsNotTheKeysOwnStopsTheStart() {
    String other = KEY.toString().replaceFirst("\\+[0-9a-f]{8}\\+", "+00000000+");

    assertThat(of(other).findings())
        .singleElement()
        .satisfies(finding ->
            assertThat(finding.line()).contains("key 1 of 1: the verifier key's id must be "));
  }

  @Test
  void allFaultsAreInTheOneLine() {
    assertThat(of("x", KEY.toString(), "y").findings())
        .singleElement()
        .satisfies(finding -> assertThat(finding.line()).contains("key 1 of 3", "key 3 of 3"));
  }

  /** A command is not held up at the start; it must not trust the others instead. */
  @Test
  void theOthersAreNotTrustedAlone() {
    TrustedKeys keys = of(KEY.toString(), "nonsense");

    assertThatThrownBy(keys::pinned)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("iam.audit.trusted-keys: ");
  }

  private static TrustedKeys of(String... keys) {
    return new TrustedKeys(AuditSettings.defaults().trusting(List.of(keys)));
  }
}
