package io.iamplane.decision.seal.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.database.Transactions;
import io.iamplane.decision.block.Block;
import io.iamplane.decision.seal.check.BlockRowsQuery.BlockRow;
import io.iamplane.decision.seal.check.BlockRowsQuery.BlockSize;
import io.iamplane.decision.seal.check.BlockRowsQuery.NamedBlock;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.ByteArrayOutputStream;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Blocks are read as they are, and no more of them at once than fits. */
@QuarkusTest
class BlockRowsQueryDbTest {

  @Inject TestPlatform platform;
  @Inject SealedTenant sealed;
  @Inject BlockRowsQuery query;
  @Inject Transactions transactions;

  private OrganizationId tenant;
  private List<Block> blocks;
  private List<UUID> ids;

  @BeforeEach
  void someBlocks() {
    tenant = platform.tenant().id();
    blocks = sealed.seal(tenant, 4);
    ids = blocks.stream().map(Block::id).toList();
  }

  @Test
  void aSizeHasTheColumnsThatNeedNoBody() {
    Map<UUID, BlockSize> sizes = read(() -> query.sizes(tenant, ids));

    assertThat(sizes.keySet()).containsExactlyInAnyOrderElementsOf(ids);
    for (Block block : blocks) {
      BlockSize size = sizes.get(block.id());
      assertThat(size.rows()).isEqualTo(1);
      assertThat(size.bytes()).isEqualTo(block.body().length);
      assertThat(size.decisions()).isEqualTo(block.decisions());
      assertThat(size.root()).isEqualTo(block.root());
    }
    assertThat(read(() -> query.sizes(tenant, List.of(UuidV7.next())))).isEmpty();
    assertThat(read(() -> query.sizes(OrganizationId.next(), ids))).as("not its own").isEmpty();
  }

  @Test
  void aBlockHasItsColumnsAndItsBody() {
    List<BlockRow> rows = read(() -> query.blocks(tenant, ids.subList(1, 3), 1_000_000));

    assertThat(rows)
        .extracting(BlockRow::id)
        .containsExactlyInAnyOrderElementsOf(ids.subList(1, 3));
    for (BlockRow row : rows) {
      Block block = blocks.get(ids.indexOf(row.id()));
      assertThat(row.lastId()).isEqualTo(block.lastId().toString());
      assertThat(row.decisions()).isEqualTo(Integer.toString(block.decisions()));
      assertThat(row.denied()).isEqualTo(Integer.toString(block.denied()));
      assertThat(row.stepUp()).isEqualTo("0");
      assertThat(row.filter()).isEqualTo(block.filter());
      assertThat(row.root()).isEqualTo(block.root());
      assertThat(row.body()).isEqualTo(block.body());
    }
  }

  @Test
  void aBodyThatIsTooLongIsLeftOutAndReadInParts() {
    Block block = blocks.getLast();
    int length = block.body().length;
    assertThat(row(block, length).body()).isEqualTo(block.body());
    assertThat(row(block, length - 1).body()).isNull();

    ByteArrayOutputStream parts = new ByteArrayOutputStream();
    byte[] part;
    do {
      int from = parts.size() + 1;
      part = read(() -> query.part(tenant, block.id(), from, 10)).orElseThrow();
      assertThat(part.length).isLessThanOrEqualTo(10);
      parts.writeBytes(part);
    } while (part.length > 0);
    assertThat(parts.toByteArray()).isEqualTo(block.body());
    assertThat(read(() -> query.part(tenant, UuidV7.next(), 1, 10))).isEmpty();
  }

  @Test
  void valuesThatNoServiceWroteAreReadAsFarAsNeeded() throws SQLException {
    try (TamperedDecisions tampered = new TamperedDecisions(tenant)) {
      tampered.run(
          "UPDATE iam_decisions SET filter = decode(repeat('ab', 40000), 'hex'),"
              + " root = decode(repeat('cd', 40000), 'hex'), body = '' WHERE :o");
      BlockRow row = row(blocks.getFirst(), 1_000_000);
      assertThat(row.filter()).as("too long to be one").isNull();
      assertThat(row.root()).hasSize(33);
      assertThat(row.body()).isEmpty();
      BlockSize size = read(() -> query.sizes(tenant, ids)).get(ids.getFirst());
      assertThat(size.bytes()).isZero();
      assertThat(size.root()).hasSize(33);
      assertThat(Arrays.equals(size.root(), blocks.getFirst().root())).isFalse();
    }
  }

  @Test
  void blocksFollowOneAnotherWithWhatNamesThem() throws SQLException {
    Block waiting = sealed.leaveUnsealed(tenant);
    List<NamedBlock> all = read(() -> query.from(tenant, new UUID(0, 0), 100));

    assertThat(all.subList(0, 4)).extracting(NamedBlock::id).isEqualTo(ids);
    assertThat(all.subList(0, 4))
        .allSatisfy(each -> {
          assertThat(each.seal()).isEqualTo(all.getFirst().seal()).isNotNull();
          assertThat(each.waits()).isFalse();
        });
    assertThat(all.getLast()).isEqualTo(new NamedBlock(waiting.id(), null, true));
    assertThat(read(() -> query.from(tenant, ids.get(2), 100)))
        .as("from a block on, with it")
        .isEqualTo(all.subList(2, 5));
    assertThat(read(() -> query.from(tenant, ids.get(1), 2))).isEqualTo(all.subList(1, 3));
    assertThat(read(() -> query.from(OrganizationId.next(), ids.get(1), 2))).isEmpty();
    try (TamperedDecisions tampered = new TamperedDecisions(tenant)) {
      tampered.run("DELETE FROM iam_decision_sealed WHERE :o AND position = 0");
      assertThat(read(() -> query.from(tenant, ids.getFirst(), 1)))
          .containsExactly(new NamedBlock(ids.getFirst(), null, false));
    }
  }

  private BlockRow row(Block block, int longest) {
    return read(() -> query.blocks(tenant, List.of(block.id()), longest)).getFirst();
  }

  private <T> T read(Supplier<T> reading) {
    return transactions.call(reading);
  }
}
