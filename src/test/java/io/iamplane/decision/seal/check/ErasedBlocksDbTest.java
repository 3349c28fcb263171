package io.iamplane.decision.seal.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.audit.erasure.ErasureService;
import io.iamplane.audit.tree.MerkleHash;
import io.iamplane.audit.verifier.Finding;
import io.iamplane.audit.verifier.FindingCause;
import io.iamplane.decision.block.Block;
import io.iamplane.decision.block.BlockBuilder;
import io.iamplane.decision.block.BlockDeflater;
import io.iamplane.decision.block.BlockLines;
import io.iamplane.decision.block.BodyReader.DamagedBodyException;
import io.iamplane.decision.block.ErasedRecord;
import io.iamplane.decision.log.LoggedBlocks;
import io.iamplane.decision.log.StoredBlocks;
import io.iamplane.decision.seal.DecisionSeals;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.zip.Deflater;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A block that lost records is accepted by its audit record, and by nothing else. */
@QuarkusTest
class ErasedBlocksDbTest {

  @Inject TestPlatform platform;
  @Inject SealedTenant sealed;
  @Inject StoredBlocks blocks;
  @Inject DecisionSeals seals;
  @Inject ErasureService erasures;

  private OrganizationId tenant;
  private Block block;

  @BeforeEach
  void aSealedBlockAboutTwo() {
    AdminTenant api = new AdminTenant(platform);
    tenant = api.organization().id();
    api.made("users", "{'name': 'Ann Quimby', 'external_id': 'quimby-7'}");
    block =
        LoggedBlocks.of(
            tenant,
            List.of(
                Map.of("of", "quimby-7"),
                Map.of("of", "bert"),
                Map.of("of", "quimby-7"),
                Map.of("of", "carl")));
    blocks.insert(List.of(block));
    seals.seal();
  }

  @Test
  void recordsThatTheOwnerOfTheDatabaseErasesAreATampering() throws Exception {
    try (TamperedDecisions tampered = new TamperedDecisions(tenant)) {
      for (Set<Integer> which : List.of(Set.of(1), Set.of(0, 2), Set.of(0, 1, 2, 3))) {
        rewrite(tampered, block.body(), which);
        requireFound(which.size() + " erased records");
      }
    }
    assertThat(sealed.find(tenant)).isNull();
  }

  @Test
  void anErasureIsNoTamperingAndVouchesForNoOtherRecord() throws Exception {
    erase();
    assertThat(sealed.find(tenant)).isNull();
    byte[] erased = body();
    assertThat(BlockLines.all(erased)).hasSize(4);
    assertThat(BlockLines.of(erased)).hasSize(2);

    try (TamperedDecisions tampered = new TamperedDecisions(tenant)) {
      rewrite(tampered, erased, Set.of(3));
      requireFound("3 erased records");
      rewrite(tampered, block.body(), Set.of(1, 3));
      requireFound("2 erased records");
      rewrite(tampered, block.body(), Set.of(0));
      requireFound("1 erased records");
    }
    assertThat(sealed.find(tenant)).isNull();
  }

  @Test
  void anErasureThatIsDoneAgainChangesNothing() throws SQLException {
    erase();
    byte[] erased = body();
    erase();

    assertThat(body()).isEqualTo(erased);
    assertThat(sealed.find(tenant)).isNull();
  }

  /** More than one transaction's worth. */
  @Test
  void everyBlockIsRewritten() throws SQLException {
    for (int i = 0; i < 20; i++) {
      blocks.insert(
          List.of(LoggedBlocks.of(tenant, List.of(Map.of("n", i), Map.of("of", "quimby-7 " + i)))));
    }
    seals.seal();
    erase();

    try (TamperedDecisions rows = new TamperedDecisions(tenant)) {
      assertThat(rows.blocks())
          .hasSizeGreaterThanOrEqualTo(21)
          .allSatisfy(each ->
              assertThat(BlockLines.of(each.body()))
                  .noneMatch(
                      line -> new String(line, StandardCharsets.US_ASCII).contains("quimby")));
    }
    assertThat(sealed.find(tenant)).isNull();
  }

  /** A body of no process is verification's to find, and keeps no one from being erased. */
  @Test
  void aDamagedBlockIsPassedOver() throws SQLException {
    Block other = LoggedBlocks.of(tenant, List.of(Map.of("of", "quimby-7"), Map.of("n", 1)));
    blocks.insert(List.of(other));
    seals.seal();
    try (TamperedDecisions tampered = new TamperedDecisions(tenant)) {
      tampered.body(block.id(), new byte[] {1, 2, 3});
      erase();
      try (TamperedDecisions rows = new TamperedDecisions(tenant)) {
        assertThat(BlockLines.of(rows.blocks().getLast().body())).hasSize(1);
      }
    }
  }

  private void erase() {
    erasures.eraseUser(platform.command(), tenant, new SubjectRef(SubjectRef.USER, user()), true);
  }

  private String user() {
    try {
      return Rows.texts("SELECT id FROM iam_users WHERE organization_id = '%s'".formatted(tenant))
          .getFirst();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private byte[] body() throws SQLException {
    try (TamperedDecisions rows = new TamperedDecisions(tenant)) {
      return rows.blocks().getFirst().body();
    }
  }

  private void requireFound(String found) {
    Finding finding = sealed.find(tenant);
    assertThat(finding).isNotNull();
    assertThat(finding.cause()).isEqualTo(FindingCause.DECISION_BLOCK_ALTERED);
    assertThat(finding.found()).startsWith(found);
  }

  /** Rewrites a block like an erasure, with all columns, but without its audit record. */
  private void rewrite(TamperedDecisions tampered, byte[] body, Set<Integer> which)
      throws SQLException, DamagedBodyException {
    BlockBuilder builder = new BlockBuilder(tenant, new BlockDeflater(Deflater.BEST_SPEED));
    List<byte[]> lines = BlockLines.all(body);
    for (int i = 0; i < lines.size(); i++) {
      byte[] line = lines.get(i);
      if (which.contains(i) && !ErasedRecord.isIn(line, line.length)) {
        UUID id = UUID.fromString(new String(line, 7, 36, StandardCharsets.US_ASCII));
        line = new ErasedRecord(MerkleHash.leaf(line), id, "deny").line();
      }
      RecordedLine.add(line, line.length, builder.summary());
      builder.addText(line);
    }
    tampered.replace(block.id(), builder.build());
  }
}
