package io.iamplane.panel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reasons for which the panel is not tested. */
class NodeToolsTest {

  @ParameterizedTest
  @ValueSource(strings = {"v20.19.0\n", "v20.20.2\n", "v22.1.0\n", "v100.0.0"})
  void aRecentNodeIsTaken(String version) {
    assertThat(NodeTools.isRecent(version)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "v20.18.3\n", "v18.20.0\n", "node: not found", "v9.9.9"})
  void anOldNodeOrNoneIsNot(String version) {
    assertThat(NodeTools.isRecent(version)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "npm error code E401",
        "npm error code E403",
        "npm error code E503",
        "npm error code SELF_SIGNED_CERT_IN_CHAIN",
        "npm error code UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
        "npm error code CERT_HAS_EXPIRED",
        "npm error code EAI_AGAIN"
      })
  void aRegistryThatRefusesIsNoFaultOfThePanel(String out) {
    assertThat(NodeTools.isWithoutRegistry(out)).isTrue();
  }

  @Test
  void aLockThatDoesNotFitIsAFault() {
    assertThat(NodeTools.isWithoutRegistry("npm error code EUSAGE\nnpm error code E404")).isFalse();
    assertThat(NodeTools.isWithoutRegistry("npm error code EINTEGRITY sha512-aE503b")).isFalse();
  }
}
