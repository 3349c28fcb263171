package io.iamplane.decision.seal.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.chain.verifier.Finding;
import io.iamplane.chain.verifier.FindingCause;
import io.iamplane.decision.block.Block;
import io.iamplane.decision.block.BlockBuilder;
import io.iamplane.decision.block.BlockDeflater;
import io.iamplane.decision.block.BlockFilter;
import io.iamplane.decision.block.BlockLines;
import io.iamplane.decision.block.BodyReader.DamagedBodyException;
import io.iamplane.decision.block.ErasedRecord;
import io.iamplane.decision.block.ErasedRecords;
import io.iamplane.decision.block.RecordNames;
import io.iamplane.decision.log.LoggedBlocks;
import io.iamplane.decision.seal.check.BlockContents.SealedBlock;
import io.iamplane.decision.seal.check.BlockRowsQuery.BlockRow;
import io.iamplane.shared.OrganizationId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

/** Each column of a block follows from its records, and these from the root that is sealed. */
class BlockContentsTest {

  private static final OrganizationId TENANT = OrganizationId.next();

  private final Block block = LoggedBlocks.of(TENANT, 50, Map.of("name", "Ä ß 漢 \ud800"));
  private final SealRecord seal =
      SealRecordTest.record(12, Instant.EPOCH, block.id(), block.lastId());

  private ErasedRecords recorded = ErasedRecords.NONE;

  @Test
  void aBlockAsItWasWrittenHasNoFinding() {
    assertThat(difference(row(), block.body(), block.root())).isEmpty();
  }

  @Test
  void aBodyThatWasDeflatedOtherwiseHasNoFinding() {
    byte[] stored = stored(block.body());
    assertThat(stored).isNotEqualTo(block.body());
    assertThat(difference(row(), stored, block.root())).isEmpty();
  }

  @Test
  void theFindingNamesItsPlace() {
    Finding finding =
        difference(row("9", block.filter(), block.root()), block.body(), block.root())
            .orElseThrow();

    assertThat(finding.cause()).isEqualTo(FindingCause.DECISION_BLOCK_ALTERED);
    assertThat(finding.seq()).isEqualTo(12);
    assertThat(finding.expected())
        .isEqualTo("block %s of seal %s with decisions 50".formatted(block.id(), seal.id()));
    assertThat(finding.found()).isEqualTo("decisions 9");
  }

  @Test
  void everyColumnIsCompared() {
    byte[] filter = block.filter().clone();
    filter[0] ^= 1;
    byte[] root = block.root().clone();
    root[31] ^= 1;
    String id = block.lastId().toString();
    assertFound("last_id", row("x", "50", "50", "0", block.filter(), block.root()));
    assertFound("last_id", row(null, "50", "50", "0", block.filter(), block.root()));
    assertFound("decisions", row(id, null, "50", "0", block.filter(), block.root()));
    assertFound("denied", row(id, "50", "49", "0", block.filter(), block.root()));
    assertFound("denied", row(id, "50", null, "0", block.filter(), block.root()));
    assertFound("step_up", row(id, "50", "50", "1", block.filter(), block.root()));
    assertFound("step_up", row(id, "50", "50", null, block.filter(), block.root()));
    assertFound("filter", row("50", filter, block.root()));
    assertFound("filter", row("50", null, block.root()));
    assertFound("filter", row("50", new byte[0], block.root()));
    assertFound("root", row("50", block.filter(), root));
    assertFound("root", row("50", block.filter(), null));
  }

  @Test
  void recordsOfAnotherBlockAreFound() {
    Block other = LoggedBlocks.of(TENANT, 50, Map.of());

    assertThat(difference(row(), other.body(), block.root()).orElseThrow().found())
        .startsWith("computed root ");
    assertThat(difference(row(), block.body(), other.root()).orElseThrow().expected())
        .contains("computed root " + SealFinding.hex(other.root()));
    assertThat(difference(row(), block.body(), null)).isPresent();
  }

  @Test
  void aBlockUnderAnotherIdIsFound() {
    UUID id = new UUID(block.id().getMostSignificantBits(), 1);
    SealedBlock renamed = new SealedBlock(seal, id, block.root());

    assertThat(
            new BlockContents(TENANT)
                .difference(
                    renamed, row(), new ByteArrayInputStream(block.body()), ErasedRecords.NONE)
                .orElseThrow()
                .found())
        .isEqualTo("id " + id);
  }

  @Test
  void aBodyThatIsNotOneIsFound() {
    assertThat(damage(new byte[0])).isEqualTo("a truncated body");
    assertThat(damage(new byte[] {3, 0}))
        .as("nothing, deflated")
        .isEqualTo("a body without records");
    assertThat(damage(Arrays.copyOf(block.body(), block.body().length + 1)))
        .isEqualTo("a body with trailing bytes");
    assertThat(damage(deflated("no JSON\n".getBytes(StandardCharsets.US_ASCII))))
        .isEqualTo("a record that is not valid JSON");
  }

  /** A search for the questions of a person reads few blocks. */
  @Test
  void theLogPutsCallersIntoTheFilter() {
    assertThat(BlockFilter.mayHold(block.filter(), RecordNames.asker("cli:tester"))).isTrue();
    assertThat(BlockFilter.mayHold(block.filter(), RecordNames.asker("cli:other"))).isFalse();
  }

  // Erased records.

  @Test
  void erasedRecordsAreAcceptedAsTheirLastAuditRecordSays() throws DamagedBodyException {
    Rebuilt erased = erased(3, 4, 49);
    assertThat(erased.block().root()).as("of the records that were there").isEqualTo(block.root());
    assertThat(erased.block().denied()).isEqualTo(50);
    assertThat(erased.block().lastId()).isEqualTo(block.lastId());
    recorded = erased.erased();

    assertThat(difference(rowOf(erased), erased.block().body(), block.root())).isEmpty();
  }

  @Test
  void erasedRecordsWithoutAnAuditRecordAreFound() throws DamagedBodyException {
    Rebuilt erased = erased(7);
    Finding finding = difference(rowOf(erased), erased.block().body(), block.root()).orElseThrow();

    assertThat(finding.expected()).contains(" with erased records 0, root ");
    assertThat(finding.found()).startsWith("erased records 1, root ");
  }

  @Test
  void otherErasedRecordsThanTheAuditRecordSaysAreFound() throws DamagedBodyException {
    Rebuilt erased = erased(7, 8);
    for (Rebuilt other : List.of(erased(7), erased(7, 8, 9), erased(7, 9))) {
      recorded = other.erased();
      Finding finding =
          difference(rowOf(erased), erased.block().body(), block.root()).orElseThrow();
      assertThat(finding.expected())
          .endsWith(
              "erased records %d, root %s"
                  .formatted(other.erased().records(), other.erased().root()));
      assertThat(finding.found()).startsWith("erased records 2, root ");
    }
  }

  @Test
  void recordsThatAreBackAreFound() throws DamagedBodyException {
    recorded = erased(7).erased();

    assertThat(difference(row(), block.body(), block.root()).orElseThrow().found())
        .startsWith("erased records 0, root ");
  }

  @Test
  void aLineThatOnlyLooksErasedIsFound() {
    for (String line :
        List.of(
            "{\"erased\":\"00\"}",
            "{\"erased\":\"" + "ab".repeat(32) + "\",\"id\":\"x\",\"outcome\":\"deny\"}",
            "{\"erased\":\"" + "ab".repeat(32) + "\",\"id\":\"" + block.id() + "\"}",
            "{\"erased\":\"" + "ab".repeat(500) + "\"}")) {
      assertThat(damage(deflated((line + "\n").getBytes(StandardCharsets.US_ASCII))))
          .isEqualTo("an invalid line for an erased record");
    }
  }

  private record Rebuilt(Block block, ErasedRecords erased) {}

  private BlockRow rowOf(Rebuilt erased) {
    return row("50", erased.block().filter(), block.root());
  }

  /** The block without some of its records. */
  private Rebuilt erased(Integer... which) throws DamagedBodyException {
    BlockBuilder builder = new BlockBuilder(TENANT, new BlockDeflater(Deflater.BEST_SPEED));
    List<byte[]> lines = BlockLines.all(block.body());
    for (int i = 0; i < lines.size(); i++) {
      byte[] line = lines.get(i);
      if (List.of(which).contains(i)) {
        UUID id = UUID.fromString(new String(line, 7, 36, StandardCharsets.US_ASCII));
        line = new ErasedRecord(MerkleHash.leaf(line), id, "2026-03-01T12:00:00Z", "deny").line();
      }
      RecordedLine.add(line, line.length, builder.summary());
      builder.append(line);
    }
    return new Rebuilt(builder.build(), builder.summary().erased());
  }

  private String damage(byte[] body) {
    return difference(row(), body, block.root()).orElseThrow().found();
  }

  private void assertFound(String column, BlockRow row) {
    Finding finding = difference(row, block.body(), block.root()).orElseThrow();
    assertThat(finding.expected()).contains(" with " + column);
    assertThat(finding.expected()).hasSizeLessThan(300);
    assertThat(finding.found()).startsWith(column + " ").hasSizeLessThan(200);
  }

  private Optional<Finding> difference(BlockRow row, byte[] body, byte[] root) {
    return new BlockContents(TENANT)
        .difference(
            new SealedBlock(seal, block.id(), root), row, new ByteArrayInputStream(body), recorded);
  }

  private BlockRow row() {
    return row("50", block.filter(), block.root());
  }

  private BlockRow row(String decisions, byte[] filter, byte[] root) {
    return row(block.lastId().toString(), decisions, "50", "0", filter, root);
  }

  private BlockRow row(
      String lastId, String decisions, String denied, String stepUp, byte[] filter, byte[] root) {
    return new BlockRow(block.id(), lastId, decisions, denied, stepUp, filter, root, null);
  }

  /** The same text, not compressed. */
  private static byte[] stored(byte[] body) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    for (byte[] line : BlockLines.of(body)) {
      text.writeBytes(line);
      text.write('\n');
    }
    return deflated(text.toByteArray());
  }

  private static byte[] deflated(byte[] text) {
    Deflater deflater = new Deflater(Deflater.NO_COMPRESSION, true);
    deflater.setInput(text);
    deflater.finish();
    byte[] body = new byte[text.length + 1_000];
    return Arrays.copyOf(body, deflater.deflate(body));
  }
}
