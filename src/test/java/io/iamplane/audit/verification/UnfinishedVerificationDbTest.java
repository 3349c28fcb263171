package io.iamplane.audit.verification;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.audit.checkpoint.AnchoredCheckpoints;
import io.iamplane.chain.verifier.ChainVerifier;
import io.iamplane.chain.verifier.Finding;
import io.iamplane.chain.verifier.FindingCause;
import io.iamplane.chain.verifier.SealedDecisions;
import io.iamplane.database.Transactions;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A verification that runs out of time in the comparison of decisions answers with its results so
 * far.
 */
@QuarkusTest
class UnfinishedVerificationDbTest {

  private static final VerificationService.Request REQUEST =
      new VerificationService.Request(true, null, null);

  @Inject TestPlatform platform;
  @Inject ChainVerifier verifier;
  @Inject ChainSurroundings surroundings;
  @Inject ChainAlarm alarm;
  @Inject VerificationStore store;
  @Inject AnchoredCheckpoints anchor;
  @Inject Transactions transactions;
  @Inject ObjectMapper mapper;

  private OrganizationId tenant;

  @BeforeEach
  void aTenant() {
    tenant = platform.tenant().id();
  }

  @Test
  void theChainsResultIsThereAndDoesNotLookIntact() throws Exception {
    VerifiedChain found = verify(new SealedDecisions.Checked(3, 40, 7, List.of(), 0, false));

    assertThat(found.verification().valid()).as("the chain").isTrue();
    assertThat(found.valid()).isFalse();
    String json = mapper.writeValueAsString(VerificationView.of(found));
    assertThat(json)
        .contains("\"valid\":false", "\"to_seq\":1", "\"head\":\"")
        .contains("\"blocks_read\":7", "\"complete\":false")
        .doesNotContain("cause", "open_findings");
    assertThat(kept()).as("nothing says that it is intact").isEmpty();
  }

  @Test
  void findingsOfItAreKept() throws SQLException {
    Finding finding = new Finding(FindingCause.DECISION_BLOCK_MISSING, 1, "a block", null);

    VerifiedChain found = verify(new SealedDecisions.Checked(3, 40, 7, List.of(finding), 1, false));

    assertThat(found.verification().finding()).isEqualTo(finding);
    assertThat(found.open()).extracting(OpenFinding::finding).containsExactly(finding);
    assertThat(kept()).containsExactly("decision_block_missing");
  }

  @Test
  void aCompleteOneIsIntactAndKept() throws SQLException {
    assertThat(verify(new SealedDecisions.Checked(3, 40, 7, List.of(), 0, true)).valid()).isTrue();
    assertThat(kept()).containsExactly("valid");
  }

  private VerifiedChain verify(SealedDecisions.Checked checked) {
    return new VerificationService(
            new ChainCheck(verifier, surroundings, (_, _, _) -> checked),
            alarm,
            store,
            anchor,
            transactions,
            Clock.systemUTC())
        .verify(null, tenant, REQUEST);
  }

  private List<String> kept() throws SQLException {
    return Rows.texts(
        "SELECT coalesce(cause, 'valid') FROM iam_audit_verifications WHERE organization_id = '%s'"
            .formatted(tenant));
  }
}
