package io.iamplane.decision.seal.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.chain.tree.MerkleRoot;
import io.iamplane.chain.verifier.Finding;
import io.iamplane.chain.verifier.FindingCause;
import io.iamplane.decision.block.RecordIds;
import io.iamplane.decision.seal.check.SealRecord.Contents;
import io.iamplane.decision.seal.check.SealRowsQuery.SealRow;
import io.iamplane.decision.seal.check.SealRowsQuery.SealedRow;
import io.iamplane.shared.UuidV7;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The rows of a seal are those of its record, or retention has removed them all. */
class SealRowsCheckTest {

  private static final Instant AT = Instant.parse("2026-05-11T12:00:00Z");
  private static final int BLOCKS = 5;

  /** Decisions of that day are kept, and those of the day after. */
  private static final Retained KEPT = new Retained(AT.minus(Duration.ofDays(1)));

  private static final Retained EXPIRED = new Retained(AT.plus(Duration.ofDays(1)));

  private final List<SealedRow> blocks = blocks();
  private final byte[] root = root(blocks);
  private final SealRecord record = record();
  private final SealRow row = new SealRow("5", "90", root, AT);

  @Test
  void rowsAsTheyWereWrittenHaveNoFinding() {
    assertThat(compare(List.of(row), blocks, KEPT)).isEmpty();
    assertThat(compare(List.of(row), blocks, EXPIRED)).isEmpty();
  }

  @Test
  void everyColumnOfTheSealIsCompared() {
    byte[] other = root.clone();
    other[0] ^= 1;
    assertFound("blocks 5", "blocks 4", new SealRow("4", "90", root, AT));
    assertFound("blocks 5", "blocks null", new SealRow(null, "90", root, AT));
    assertFound("decisions 90", "decisions 91", new SealRow("5", "91", root, AT));
    assertFound("root ", "root nothing", new SealRow("5", "90", null, AT));
    assertFound("root ", "root " + SealFinding.hex(other), new SealRow("5", "90", other, AT));
    assertFound(
        "sealed_at 2026-05-11T12:00:00Z",
        "sealed_at 2026-05-11T12:00:00.000001Z",
        new SealRow("5", "90", root, AT.plusNanos(1_000)));
  }

  @Test
  void theFindingNamesItsPlace() {
    Finding finding = compare(List.of(), blocks, KEPT).orElseThrow();

    assertThat(finding.cause()).isEqualTo(FindingCause.DECISION_SEAL_MISMATCH);
    assertThat(finding.seq()).isEqualTo(31);
    assertThat(finding.expected()).isEqualTo("seal %s with one row".formatted(record.id()));
    assertThat(finding.found()).isNull();
  }

  @Test
  void aSealIsThereOnce() {
    assertThat(compare(List.of(row, row), blocks, KEPT).orElseThrow().found()).isEqualTo("2 rows");
  }

  @Test
  void retentionRemovesASealWithAllItsBlocksOrNot() {
    assertThat(compare(List.of(), List.of(), EXPIRED)).isEmpty();
    assertThat(compare(List.of(), List.of(), KEPT)).isPresent();
    assertThat(compare(List.of(), blocks, EXPIRED)).as("blocks without a seal").isPresent();
    assertThat(compare(List.of(row), List.of(), EXPIRED)).as("a seal without blocks").isPresent();
    assertThat(compare(List.of(row), blocks.subList(1, 5), EXPIRED)).isPresent();
  }

  @Test
  void blocksAreAsManyAsWereSealed() {
    assertThat(found(blocks.subList(0, 4))).isEqualTo("block count 4");
    List<SealedRow> more = new ArrayList<>(blocks);
    more.add(new SealedRow("5", UuidV7.next(), new byte[32]));
    assertThat(found(more)).isEqualTo("more blocks");
  }

  @Test
  void blocksHaveTheirPositions() {
    assertThat(found(with(2, new SealedRow("7", blocks.get(2).block(), blocks.get(2).root()))))
        .isEqualTo("position 7");
    assertThat(found(with(0, new SealedRow(null, blocks.get(0).block(), blocks.get(0).root()))))
        .isEqualTo("position null");
  }

  @Test
  void blocksRise() {
    List<SealedRow> swapped = new ArrayList<>(blocks);
    Collections.swap(swapped, 1, 2);
    List<SealedRow> numbered = new ArrayList<>();
    for (int i = 0; i < BLOCKS; i++) {
      numbered.add(new SealedRow("" + i, swapped.get(i).block(), swapped.get(i).root()));
    }
    assertThat(found(numbered)).endsWith("at position 2");
    assertThat(found(with(2, new SealedRow("2", blocks.get(1).block(), blocks.get(2).root()))))
        .as("one twice")
        .endsWith("at position 2");
  }

  @Test
  void theFirstAndTheLastBlockAreThoseOfTheRecord() {
    UUID early = RecordIds.firstOf(AT.minusSeconds(60));
    assertThat(found(with(0, new SealedRow("0", early, blocks.get(0).root()))))
        .isEqualTo("first block " + early);
    UUID late = RecordIds.after(blocks.get(4).block());
    assertThat(found(with(4, new SealedRow("4", late, blocks.get(4).root()))))
        .isEqualTo("last block " + late);
  }

  @Test
  void theRootsOfTheBlocksAreThoseOfTheRecord() {
    for (int i = 0; i < BLOCKS; i++) {
      byte[] other = blocks.get(i).root().clone();
      other[i] ^= 64;
      SealedRow changed = new SealedRow("" + i, blocks.get(i).block(), other);
      assertThat(found(with(i, changed))).startsWith("computed root ");
    }
    assertThat(found(with(3, new SealedRow("3", blocks.get(3).block(), null))))
        .startsWith("computed root ");
  }

  @Test
  void aRecordOfAnotherFormIsAFinding() {
    SealRecord unknown = SealRecord.read(31, AT, "0199", "{\"after\":{\"version\":2}}");

    Finding finding = SealRowsCheck.compare(unknown, List.of(row), blocks, EXPIRED).orElseThrow();
    assertThat(finding.seq()).isEqualTo(31);
    assertThat(finding.expected()).isEqualTo("seal 0199 with contents that this version can read");
  }

  private void assertFound(String expected, String found, SealRow changed) {
    Finding finding = compare(List.of(changed), blocks, KEPT).orElseThrow();
    assertThat(finding.expected()).contains(" with " + expected);
    assertThat(finding.found()).isEqualTo(found);
  }

  private String found(List<SealedRow> rows) {
    return compare(List.of(row), rows, KEPT).orElseThrow().found();
  }

  private Optional<Finding> compare(List<SealRow> seals, List<SealedRow> rows, Retained retained) {
    return SealRowsCheck.compare(record, seals, rows, retained);
  }

  private List<SealedRow> with(int position, SealedRow changed) {
    List<SealedRow> rows = new ArrayList<>(blocks);
    rows.set(position, changed);
    return rows;
  }

  private SealRecord record() {
    UUID id = UuidV7.next();
    return new SealRecord(
        31,
        AT,
        id.toString(),
        new Contents(
            id,
            BLOCKS,
            90,
            blocks.getFirst().block(),
            blocks.getLast().block(),
            HexFormat.of().formatHex(root)));
  }

  private static List<SealedRow> blocks() {
    List<SealedRow> rows = new ArrayList<>();
    for (int i = 0; i < BLOCKS; i++) {
      byte[] root = new byte[32];
      root[31] = (byte) i;
      rows.add(new SealedRow("" + i, RecordIds.firstOf(AT.plusMillis(10L * i)), root));
    }
    return rows;
  }

  private static byte[] root(List<SealedRow> rows) {
    MerkleRoot tree = new MerkleRoot();
    rows.forEach(each -> tree.add(each.root(), 32));
    return tree.bytes();
  }
}
