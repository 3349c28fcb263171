package io.iamplane.decision.seal.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.database.Transactions;
import io.iamplane.decision.block.Block;
import io.iamplane.decision.seal.check.SealRowsQuery.SealRow;
import io.iamplane.decision.seal.check.SealRowsQuery.SealedRow;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Seals and their names are read as they are, and no more of them than there should be. */
@QuarkusTest
class SealRowsQueryDbTest {

  private static final UUID START = new UUID(0, 0);

  @Inject TestPlatform platform;
  @Inject SealedTenant sealed;
  @Inject SealRowsQuery query;
  @Inject SealRecordQuery records;
  @Inject Transactions transactions;

  private OrganizationId tenant;
  private final List<List<Block>> blocks = new ArrayList<>();
  private List<UUID> seals;

  @BeforeEach
  void twoSeals() {
    tenant = platform.tenant().id();
    blocks.add(sealed.seal(tenant, 3));
    blocks.add(sealed.seal(tenant, 4));
    seals =
        read(() -> records.after(tenant, Instant.EPOCH, 0, 1_000, 100)).stream()
            .map(record -> UUID.fromString(record.id()))
            .toList();
  }

  @Test
  void aSealHasItsRow() {
    Map<UUID, List<SealRow>> found = read(() -> query.seals(tenant, seals));

    assertThat(found.keySet()).containsExactlyInAnyOrderElementsOf(seals);
    SealRow first = found.get(seals.getFirst()).getFirst();
    assertThat(found.get(seals.getFirst())).hasSize(1);
    assertThat(first.blocks()).isEqualTo("3");
    assertThat(first.decisions()).isEqualTo("6");
    assertThat(first.root()).hasSize(32);
    assertThat(read(() -> query.seals(tenant, List.of(UuidV7.next())))).isEmpty();
    assertThat(read(() -> query.seals(OrganizationId.next(), seals))).as("not its own").isEmpty();
  }

  @Test
  void valuesThatNoServiceWroteAreReadAsFarAsNeeded() throws SQLException {
    try (TamperedDecisions tampered = new TamperedDecisions(tenant)) {
      tampered.run(
          "UPDATE iam_decision_seals SET root = decode(repeat('ab', 100000), 'hex'),"
              + " sealed_at = 'infinity' WHERE :o");
      SealRow row = read(() -> query.seals(tenant, seals)).get(seals.getFirst()).getFirst();
      assertThat(row.root()).as("one more than a hash has").hasSize(33);
      assertThat(row.sealedAt()).as("a time that no clock shows").isAfter(Instant.now());
    }
  }

  @Test
  void namesComeInTheOrderOfTheirPositions() {
    Map<UUID, List<SealedRow>> found = read(() -> query.blocks(tenant, seals, List.of(3, 4)));

    for (int i = 0; i < 2; i++) {
      List<SealedRow> names = found.get(seals.get(i));
      assertThat(names).extracting(SealedRow::block).isEqualTo(ids(blocks.get(i)));
      assertThat(names)
          .extracting(name -> SealFinding.hex(name.root()))
          .isEqualTo(blocks.get(i).stream().map(block -> SealFinding.hex(block.root())).toList());
      assertThat(names.getLast().position()).isEqualTo(Integer.toString(names.size() - 1));
    }
  }

  @Test
  void oneNameMoreThanThereShouldBeIsReadAndNotAll() {
    Map<UUID, List<SealedRow>> found = read(() -> query.blocks(tenant, seals, List.of(1, 0)));

    assertThat(found.get(seals.get(0))).hasSize(2);
    assertThat(found.get(seals.get(1))).hasSize(1);
    assertThat(read(() -> query.blocks(OrganizationId.next(), seals, List.of(3, 4)))).isEmpty();
  }

  @Test
  void aSealIsLongerWithANameBehindItsLastOrBeforeItsFirst() throws SQLException {
    assertThat(longer(3, 4)).isEmpty();
    assertThat(longer(2, 4)).containsExactly(seals.get(0));
    assertThat(longer(3, 0)).containsExactly(seals.get(1));
    assertThat(longer(0, 0)).containsExactlyInAnyOrderElementsOf(seals);
    try (TamperedDecisions tampered = new TamperedDecisions(tenant)) {
      tampered.run("UPDATE iam_decision_sealed SET position = -7 WHERE :o AND position = 3");
      assertThat(longer(3, 4)).as("before the first").containsExactly(seals.get(1));
    }
    assertThat(read(() -> query.longer(tenant, List.of(), List.of()))).isEmpty();
    assertThat(read(() -> query.longer(OrganizationId.next(), seals, List.of(0, 0)))).isEmpty();
  }

  @Test
  void sealsFollowOneAnotherByRowsOrNames() throws SQLException {
    assertThat(after(START, 10)).isEqualTo(seals);
    assertThat(after(START, 1)).containsExactly(seals.get(0));
    assertThat(after(seals.get(0), 10)).containsExactly(seals.get(1));
    assertThat(after(seals.get(1), 10)).isEmpty();
    try (TamperedDecisions tampered = new TamperedDecisions(tenant)) {
      tampered.run("DELETE FROM iam_decision_seals WHERE :o AND id = '" + seals.get(0) + "'");
      tampered.run("DELETE FROM iam_decision_sealed WHERE :o AND seal_id = '" + seals.get(1) + "'");
      assertThat(after(START, 10)).as("one by its names, one by its row").isEqualTo(seals);
    }
  }

  private List<UUID> after(UUID seal, int most) {
    return read(() -> query.sealsAfter(tenant, seal, most));
  }

  private Iterable<UUID> longer(int first, int second) {
    return read(() -> query.longer(tenant, seals, List.of(first, second)));
  }

  private static List<UUID> ids(List<Block> blocks) {
    return blocks.stream().map(Block::id).toList();
  }

  private <T> T read(Supplier<T> reading) {
    return transactions.call(reading);
  }
}
