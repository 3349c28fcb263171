package io.iamplane.decision.seal.check;

import static io.iamplane.decision.erasure.CraftedRecords.about;
import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.chain.verifier.Finding;
import io.iamplane.chain.verifier.FindingCause;
import io.iamplane.database.Transactions;
import io.iamplane.decision.block.Block;
import io.iamplane.decision.block.BlockLines;
import io.iamplane.decision.erasure.CraftedRecords;
import io.iamplane.decision.erasure.ErasedTenant;
import io.iamplane.decision.seal.ErasedBlockQuery;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A block that lost records is accepted by its audit record, and by nothing else. */
@QuarkusTest
class ErasedBlocksDbTest {

  @Inject TestPlatform platform;
  @Inject SealedTenant sealed;
  @Inject ErasedTenant erased;
  @Inject ErasedBlockQuery recorded;
  @Inject Transactions transactions;

  private OrganizationId tenant;
  private String ann;
  private Block block;
  private Block other;

  @BeforeEach
  void aSealedBlockAboutAnn() {
    AdminTenant api = new AdminTenant(platform);
    tenant = api.organization().id();
    ann = api.made("users", "{'name': 'Ann Quimby', 'external_id': 'quimby-7'}");
    String aboutAnn = about("user:" + ann);
    block =
        CraftedRecords.block(
            tenant, aboutAnn, about("user:bert"), aboutAnn, about("user:carl"), about("user:dora"));
    other = CraftedRecords.block(tenant, about("user:bert"), about("user:carl"));
    erased.seal(block, other);
  }

  @Test
  void anErasureIsNoTampering() throws SQLException {
    assertThat(sealed.find(tenant)).isNull();
    erase();
    assertThat(BlockLines.of(body(block))).hasSize(3);
    assertThat(body(other)).isEqualTo(other.body());

    assertThat(sealed.find(tenant)).isNull();
    assertThat(sealed.check(tenant, false).findings()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.INCLUDE,
      names = {"MORE", "INVENTED", "ALL", "ADDED"})
  void linesInThePlaceOfRecordsAreFoundWhereNothingWasErased(StubTampering kind)
      throws SQLException {
    try (TamperedDecisions tampered = new TamperedDecisions(tenant)) {
      kind.apply(tenant, tampered, other.id(), other.body(), new Random(kind.ordinal()));
      requireAltered(other);
    }
    assertThat(sealed.find(tenant)).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void anErasureVouchesForNothingElse(StubTampering kind) throws SQLException {
    erase();
    try (TamperedDecisions tampered = new TamperedDecisions(tenant)) {
      kind.apply(tenant, tampered, block.id(), body(block), new Random(kind.ordinal()));
      requireAltered(block);
    }
    assertThat(sealed.find(tenant)).isNull();
  }

  /** As a restore from a backup would. */
  @Test
  void recordsThatAreBackAreFound() throws SQLException {
    erase();
    try (TamperedDecisions tampered = new TamperedDecisions(tenant)) {
      tampered.update(
          "UPDATE iam_decisions SET body = ?, filter = ? WHERE id = ?",
          block.body(),
          block.filter(),
          block.id());
      assertThat(requireAltered(block).found()).startsWith("erased records 0, root ");
    }
    assertThat(sealed.find(tenant)).isNull();
  }

  @Test
  void theFilterOfAnErasedBlockIsCompared() throws SQLException {
    erase();
    try (TamperedDecisions tampered = new TamperedDecisions(tenant)) {
      tampered.update(
          "UPDATE iam_decisions SET filter = ? WHERE id = ?", block.filter(), block.id());
      assertThat(requireAltered(block).found()).startsWith("filter");
    }
  }

  /** The service's role may add rows behind the head, which are no records of the chain. */
  @Test
  void aRowBehindTheHeadDoesNotVouch() throws SQLException {
    Rows.update(
        ("INSERT INTO iam_audit_records SELECT (jsonb_populate_record(r, jsonb_build_object("
                + "'seq', seq + 1000, 'id', gen_random_uuid(), 'event_type',"
                + " 'iam.decisions.erased', 'target_type', 'decision_block', 'target_id', '%s',"
                + " 'canonical', '{\"after\":{\"records\":1,\"root\":\"%s\"}}'))).*"
                + " FROM iam_audit_records r WHERE organization_id = '%s' AND seq = 1")
            .formatted(block.id(), MerkleHash.emptyRoot(), tenant));

    try {
      assertThat(transactions.call(() -> recorded.of(tenant, List.of(block.id())))).isEmpty();
    } finally {
      Rows.update(
          ("ALTER TABLE iam_audit_records DISABLE TRIGGER iam_audit_records_append_only;"
                  + " DELETE FROM iam_audit_records WHERE organization_id = '%s' AND seq = 1001;"
                  + " ALTER TABLE iam_audit_records ENABLE ALWAYS TRIGGER"
                  + " iam_audit_records_append_only")
              .formatted(tenant));
    }
    erase();
    assertThat(transactions.call(() -> recorded.of(tenant, List.of(block.id(), other.id()))))
        .hasEntrySatisfying(block.id(), each -> assertThat(each.records()).isEqualTo(2))
        .hasSize(1);
  }

  /** Filters of earlier builds have no callers. */
  @Test
  void aBlockOfAnEarlierBuildIsAccepted() throws SQLException {
    try (TamperedDecisions tampered = new TamperedDecisions(tenant)) {
      tampered.update(
          "UPDATE iam_decisions SET filter = ? WHERE id = ?",
          CraftedRecords.block(
                  tenant,
                  about("user:bert").replace(",'asked_by':'client:shop'", ""),
                  about("user:carl").replace(",'asked_by':'client:shop'", ""))
              .filter(),
          other.id());
      assertThat(sealed.find(tenant)).isNull();
    }
  }

  private void erase() {
    erased.erase(tenant, ann);
    erased.run();
  }

  private byte[] body(Block of) throws SQLException {
    try (TamperedDecisions rows = new TamperedDecisions(tenant)) {
      return rows.blocks().stream()
          .filter(each -> each.id().equals(of.id()))
          .findFirst()
          .orElseThrow()
          .body();
    }
  }

  private Finding requireAltered(Block of) {
    Finding finding = sealed.find(tenant);
    assertThat(finding).isNotNull();
    assertThat(finding.cause()).isEqualTo(FindingCause.DECISION_BLOCK_ALTERED);
    assertThat(finding.expected()).contains(of.id().toString());
    assertThat(sealed.check(tenant, false).findings()).as("an hourly run").contains(finding);
    return finding;
  }
}
