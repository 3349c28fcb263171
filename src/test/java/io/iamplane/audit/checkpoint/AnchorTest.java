package io.iamplane.audit.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.chain.AuditConfig;
import io.iamplane.shared.StartUpCheck.Severity;
import io.iamplane.testing.AuditSettings;
import io.quarkus.runtime.LaunchMode;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Without an anchor a restored backup looks whole, which an operator shall know. */
class AnchorTest {

  private static final AuditConfig NONE = AuditSettings.defaults();
  private static final AuditConfig SOME =
      AuditSettings.defaults().anchoredIn(Optional.of("/mnt/anchor"));

  @Test
  void aProductionStartWithoutOneWarns() {
    assertThat(new Anchor(NONE, LaunchMode.NORMAL).findings())
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.severity()).isEqualTo(Severity.WARNING);
          assertThat(finding.line())
              .startsWith("iam.audit.anchor: not set")
              .contains("rollback")
              .contains("IAM_AUDIT_ANCHOR");
        });
  }

  @Test
  void oneThatIsNamedIsFine() {
    assertThat(new Anchor(SOME, LaunchMode.NORMAL).findings()).isEmpty();
  }

  @Test
  void developmentAndTestsNeedNone() {
    assertThat(new Anchor(NONE, LaunchMode.DEVELOPMENT).findings()).isEmpty();
    assertThat(new Anchor(NONE, LaunchMode.TEST).findings()).isEmpty();
  }
}
