package io.iamplane.audit.verification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.audit.checkpoint.ChainBrokenException;
import io.iamplane.audit.checkpoint.CheckpointService;
import io.iamplane.chain.CheckpointReader;
import io.iamplane.chain.verifier.ChainVerifier;
import io.iamplane.chain.verifier.Finding;
import io.iamplane.chain.verifier.FindingCause;
import io.iamplane.chain.verifier.Verification;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A record after the last checkpoint is rewritten to a text that is not canonical, with correct
 * hashes: others would refuse an export of it, so no checkpoint may sign it.
 */
@QuarkusTest
class CanonicalFormDbTest {

  @Inject TestPlatform platform;
  @Inject ChainVerifier verifier;
  @Inject CheckpointService service;
  @Inject CheckpointReader checkpoints;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"actor\": ",
        "\"actor\":1,\"actor\":",
        "\"actor\":{},\"actor\":",
        "\"\\u0061ctor\":",
      })
  void aTextThatIsNotCanonicalIsFoundAndNotSigned(String actor) throws SQLException {
    OrganizationId tenant = platform.tenant().id();
    long signed = service.create(platform.command(), tenant).size();
    long last = verify(tenant, true).toSeq();
    assertThat(last).isGreaterThan(signed);
    try (TamperedChain chain = new TamperedChain(tenant)) {
      chain.rewriteText(last, text -> text.replace("\"actor\":", actor));
      for (boolean full : new boolean[] {true, false}) {
        Finding finding = verify(tenant, full).finding();
        assertThat(finding).isNotNull();
        assertThat(finding.cause()).isEqualTo(FindingCause.RECORD_ALTERED);
        assertThat(finding.seq()).isEqualTo(last);
      }
      assertThatThrownBy(() -> service.create(platform.command(), tenant))
          .isInstanceOf(ChainBrokenException.class);
    }
    assertThat(checkpoints.last(tenant).orElseThrow().size()).isEqualTo(signed);
  }

  private Verification verify(OrganizationId tenant, boolean full) {
    return verifier.verify(tenant, new ChainVerifier.Plan(full, List.of(), null));
  }
}
