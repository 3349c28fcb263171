package io.iamplane.decision.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.chain.tree.MerkleRoot;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rest of an erased record has its place and its hash, and nothing of its text. */
class ErasedRecordTest {

  private static final String AT = "2026-03-01T12:00:00.123456Z";

  private final UUID id = UuidV7.next();
  private final byte[] record = bytes("{\"id\":\"%s\",\"subject\":\"user:ann\"}".formatted(id));
  private final ErasedRecord erased = new ErasedRecord(MerkleHash.leaf(record), id, AT, "step_up");

  @Test
  void itsLineIsReadAgain() {
    byte[] line = erased.line();

    assertThat(ErasedRecord.isIn(line, line.length)).isTrue();
    assertThat(ErasedRecord.read(line, line.length)).contains(erased);
    assertThat(ErasedRecord.read(Arrays.copyOf(line, 1_000), line.length))
        .as("a part of a buffer")
        .contains(erased);
    assertThat(new String(line, StandardCharsets.US_ASCII))
        .isEqualTo(
            "{\"erased\":\"%s\",\"id\":\"%s\",\"at\":\"%s\",\"outcome\":\"step_up\"}"
                .formatted(MerkleHash.leaf(record), id, AT));
  }

  @Test
  void aRecordIsNotErased() {
    assertThat(ErasedRecord.isIn(record, record.length)).isFalse();
    assertThat(ErasedRecord.isIn(new byte[0], 0)).isFalse();
    assertThat(ErasedRecord.isIn(erased.line(), 5)).isFalse();
    assertThat(ErasedRecord.read(record, record.length)).isEmpty();
  }

  /** Whoever writes a record could otherwise have a text of their own kept for ever. */
  @Test
  void nothingOfAnyonesChoiceIsKept() {
    MerkleHash leaf = MerkleHash.leaf(record);
    for (String at : List.of("", "yesterday", "ann", AT + "\"", AT.repeat(2), "2026-03-01")) {
      assertThatThrownBy(() -> new ErasedRecord(leaf, id, at, "deny"))
          .as(at)
          .isInstanceOf(IllegalArgumentException.class);
    }
    for (String outcome : List.of("", "ann", "deny ", "allow|deny")) {
      assertThatThrownBy(() -> new ErasedRecord(leaf, id, AT, outcome))
          .as(outcome)
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(new ErasedRecord(leaf, id, "2026-03-01T12:00:00Z", "deny").line()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"erased\":\"",
        "{\"erased\":\"HASH\",\"id\":\"ID\",\"at\":\"AT\",\"outcome\":\"other\"}",
        "{\"erased\":\"HASH\",\"id\":\"ID\",\"at\":\"AT\"}",
        "{\"erased\":\"HASH\",\"id\":\"ID\",\"outcome\":\"deny\"}",
        "{\"erased\":\"HASH\",\"id\":\"ID\",\"at\":\"ann\",\"outcome\":\"deny\"}",
        "{\"erased\":\"HASH\",\"id\":\"ID\",\"at\":\"AT\",\"outcome\":\"deny\"} ",
        "{\"erased\":\"HASH\",\"id\":\"ID\",\"at\":\"AT\",\"outcome\":\"deny\",\"subject\":\"user:ann\"}",
        "{\"erased\":\"HASH\",\"id\":\"------------------------------------\",\"at\":\"AT\",\"outcome\":\"deny\"}",
        "{\"erased\":\"hash\",\"id\":\"ID\",\"at\":\"AT\",\"outcome\":\"deny\"}"
      })
  void anyOtherLineIsNone(String text) {
    byte[] line =
        bytes(
            text.replace("HASH", MerkleHash.leaf(record).toString())
                .replace("ID", id.toString())
                .replace("AT", AT));

    assertThat(ErasedRecord.isIn(line, line.length)).isTrue();
    assertThat(ErasedRecord.read(line, line.length)).isEmpty();
    assertThatThrownBy(() -> BlockLines.leaf(line)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aLineThatIsTooLongIsNotLookedThrough() {
    byte[] line = bytes("{\"erased\":\"" + "0".repeat(1_000_000));

    assertThat(ErasedRecord.read(line, line.length)).isEmpty();
  }

  @Test
  void theRootOfABlockStaysAndItsRecordsAreTheOthers() {
    for (int count = 1; count < 10; count++) {
      List<byte[]> records = new ArrayList<>();
      List<byte[]> lines = new ArrayList<>();
      List<byte[]> others = new ArrayList<>();
      BlockBuilder block = block();
      for (int i = 0; i < count; i++) {
        UUID next = UuidV7.next();
        byte[] text = bytes("{\"id\":\"%s\"}".formatted(next));
        records.add(text);
        if (i % 3 == 1) {
          ErasedRecord gone = new ErasedRecord(MerkleHash.leaf(text), next, AT, "allow");
          block.summary().add(gone);
          block.append(gone.line());
          lines.add(gone.line());
        } else {
          block.add(next, text);
          lines.add(text);
          others.add(text);
        }
      }
      Block built = block.build();

      assertThat(built.root()).isEqualTo(BlockLines.root(records).bytes());
      assertThat(BlockLines.root(lines)).isEqualTo(BlockLines.root(records));
      assertThat(built.decisions()).isEqualTo(count);
      assertThat(BlockLines.all(built.body())).containsExactlyElementsOf(lines);
      assertThat(BlockLines.of(built.body())).containsExactlyElementsOf(others);
      assertThat(block.summary().erased().records()).isEqualTo(count - others.size());
    }
  }

  @Test
  void erasedRecordsAreToldApartByTheirLines() {
    BlockBuilder block = block();
    assertThat(block.summary().erased()).isEqualTo(ErasedRecords.NONE);
    block.summary().add(erased);
    MerkleRoot root = new MerkleRoot();
    root.add(erased.line(), erased.line().length);

    assertThat(block.summary().erased())
        .isEqualTo(new ErasedRecords(1, MerkleHash.of(root.bytes())));
    assertThatThrownBy(() -> block.summary().add(erased))
        .as("it follows itself")
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static BlockBuilder block() {
    return new BlockBuilder(OrganizationId.next(), new BlockDeflater(Deflater.BEST_SPEED));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
