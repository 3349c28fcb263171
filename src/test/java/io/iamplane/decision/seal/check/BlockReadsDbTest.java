package io.iamplane.decision.seal.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.chain.verifier.Finding;
import io.iamplane.chain.verifier.SealedDecisions.Checked;
import io.iamplane.database.Transactions;
import io.iamplane.decision.block.Block;
import io.iamplane.decision.seal.ErasedBlockQuery;
import io.iamplane.decision.seal.check.BlockContents.SealedBlock;
import io.iamplane.decision.seal.check.BlockRowsQuery.BlockSize;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Blocks are read whole, a bounded part of them at a time, and each one is compared. */
@QuarkusTest
class BlockReadsDbTest {

  private static final int AT_ONCE = 4 * 1024 * 1024;

  @Inject TestPlatform platform;
  @Inject SealedTenant sealed;
  @Inject SealRecordQuery records;
  @Inject BlockRowsQuery rows;
  @Inject ErasedBlockQuery erased;
  @Inject Transactions transactions;

  private final AtomicInteger statements = new AtomicInteger();
  private OrganizationId tenant;
  private List<Block> made;
  private List<SealedBlock> blocks;

  @BeforeEach
  void sealedBlocks() {
    tenant = platform.tenant().id();
    made = sealed.seal(tenant, 12);
    SealRecord record = transactions.call(() -> records.first(tenant, 1_000)).orElseThrow();
    blocks = made.stream().map(each -> new SealedBlock(record, each.id(), each.root())).toList();
  }

  @Test
  void shortBodiesAreReadTogether() {
    assertThat(read(sizes(100)).read()).isEqualTo(12);
    assertThat(statements).hasValue(1);
  }

  @Test
  void noMoreBytesAreReadTogetherThanFit() {
    read(sizes(AT_ONCE / 4));
    assertThat(statements).as("four at a time").hasValue(3);
    statements.set(0);

    read(sizes(AT_ONCE / 4 + 1));
    assertThat(statements).as("three at a time").hasValue(4);
    statements.set(0);

    read(sizes(10L * AT_ONCE));
    assertThat(statements).as("each by itself").hasValue(12);
  }

  @Test
  void nothingIsReadOfNothing() {
    assertThat(read(Map.of())).isEqualTo(new Checked(0, 0, 0, List.of(), 0, true));
    assertThat(statements).hasValue(0);
  }

  @Test
  void whatRetentionRemovedIsLeftOut() throws SQLException {
    Map<UUID, BlockSize> sizes = sizes(100);
    sizes.remove(made.get(0).id());
    assertThat(read(sizes).read()).as("gone before its size was read").isEqualTo(11);
    try (TamperedDecisions tampered = new TamperedDecisions(tenant)) {
      tampered.run("DELETE FROM iam_decisions WHERE :o AND id = '" + made.get(1).id() + "'");
      Checked checked = read(sizes);
      assertThat(checked.read()).as("gone with its day afterwards").isEqualTo(10);
      assertThat(checked.findings()).isEmpty();
    }
  }

  @Test
  void everyBlockThatDiffersIsCounted() throws SQLException {
    try (TamperedDecisions tampered = new TamperedDecisions(tenant)) {
      for (int i = 2; i < 12; i += 3) {
        tampered.body(made.get(i).id(), made.get(0).body());
      }
      for (long size : new long[] {100, AT_ONCE / 2, AT_ONCE}) {
        Checked checked = read(sizes(size));
        assertThat(checked.found()).isEqualTo(4);
        assertThat(checked.read()).isEqualTo(12);
        assertThat(checked.findings())
            .singleElement()
            .extracting(Finding::expected)
            .asString()
            .contains(made.get(2).id().toString());
      }
    }
  }

  private Checked read(Map<UUID, BlockSize> sizes) {
    CheckResults results = new CheckResults();
    BlockReads reads = new BlockReads(tenant, rows, erased, results, statements::incrementAndGet);
    transactions.run(() -> reads.check(blocks, sizes));
    return results.checked(true);
  }

  /** Pretends that each body has so many bytes. */
  private Map<UUID, BlockSize> sizes(long bytes) {
    Map<UUID, BlockSize> sizes = new HashMap<>();
    made.forEach(
        each -> sizes.put(each.id(), new BlockSize(1, bytes, each.decisions(), each.root())));
    return sizes;
  }
}
