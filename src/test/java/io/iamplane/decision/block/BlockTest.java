package io.iamplane.decision.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

/** Blocks return their records unchanged, and anything else is refused. */
class BlockTest {

  private static final OrganizationId TENANT = OrganizationId.next();

  private final BlockDeflater deflater = new BlockDeflater(Deflater.BEST_SPEED);

  @Test
  void recordsComeOutInTheOrderOfTheirIds() {
    List<UUID> ids = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      ids.add(UuidV7.next());
    }
    BlockBuilder builder = new BlockBuilder(TENANT, deflater);
    ids.forEach(id -> add(builder, id, "{\"id\":\"" + id + "\"}"));
    builder.summary().countDenied(false);
    builder.summary().countDenied(true);
    builder.summary().countDenied(true);

    Block block = builder.build();

    assertThat(BlockLines.of(block.body()).stream().map(BlockTest::text))
        .containsExactlyElementsOf(ids.stream().map(id -> "{\"id\":\"" + id + "\"}").toList());
    assertThat(block.organization()).isEqualTo(TENANT);
    assertThat(block.id()).isEqualTo(ids.getFirst());
    assertThat(block.lastId()).isEqualTo(ids.getLast());
    assertThat(block.decisions()).isEqualTo(1_000);
    assertThat(block.denied()).isEqualTo(1);
    assertThat(block.stepUp()).isEqualTo(2);
  }

  @Test
  void aRecordDoesNotComeBeforeOneThatIsThere() {
    UUID early = UuidV7.next();
    UUID late = UuidV7.next();
    BlockBuilder builder = new BlockBuilder(TENANT, deflater);
    assertThatThrownBy(builder::build).isInstanceOf(IllegalStateException.class);
    add(builder, late, "{}");

    assertThatThrownBy(() -> add(builder, early, "{}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(early.toString());
    assertThatThrownBy(() -> add(builder, late, "{}")).isInstanceOf(IllegalArgumentException.class);
    assertThat(builder.build().decisions()).isEqualTo(1);
  }

  /** Longer than the buffers of the deflater, one record and all of them, and not compressible. */
  @Test
  void recordsOfAnyLengthComeOut() {
    Random random = new Random(7);
    List<String> records = new ArrayList<>();
    for (int length : new int[] {0, 1, 65_535, 65_536, 65_537, 300_000, 10}) {
      records.add(
          random
              .ints(length, 'a', 'z' + 1)
              .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
              .toString());
    }
    Block block = block(records.toArray(String[]::new));

    assertThat(BlockLines.of(block.body()).stream().map(BlockTest::text))
        .containsExactlyElementsOf(records);
  }

  @Test
  void theRootIsThatOfTheRecordsAsTheyAreWritten() {
    Block block = block("{\"a\":1}", "{\"a\":2}", "{\"a\":3}");
    MerkleHash left =
        MerkleHash.node(MerkleHash.leaf(bytes("{\"a\":1}")), MerkleHash.leaf(bytes("{\"a\":2}")));

    assertThat(block.root())
        .isEqualTo(MerkleHash.node(left, MerkleHash.leaf(bytes("{\"a\":3}"))).bytes());
    assertThat(BlockLines.root(BlockLines.of(block.body())).bytes()).isEqualTo(block.root());
    assertThat(block("{\"a\":1}", "{\"a\":2}", "{\"a\":4}").root()).isNotEqualTo(block.root());
  }

  @Test
  void oneDeflaterMakesManyBlocks() {
    Block first = block("{\"a\":\"Ä ß 漢\"}");
    Block second = block("{\"b\":1}");

    assertThat(BlockLines.of(first.body()).stream().map(BlockTest::text))
        .containsExactly("{\"a\":\"Ä ß 漢\"}");
    assertThat(BlockLines.of(second.body()).stream().map(BlockTest::text))
        .containsExactly("{\"b\":1}");
  }

  @Test
  void manyRecordsTakeLittleRoom() {
    BlockBuilder builder = new BlockBuilder(TENANT, deflater);
    int size = 0;
    for (int i = 0; i < 4_096; i++) {
      String text =
          "{\"id\":\"%s\",\"outcome\":\"allow\",\"subject\":\"user:%d\",\"key\":\"app:read\"}"
              .formatted(UuidV7.next(), i % 100);
      size += text.length();
      add(builder, UuidV7.next(), text);
    }
    assertThat(builder.build().body()).hasSizeLessThan(size / 2);
  }

  @Test
  void aBodyThatIsCutShortOrAlteredIsNotRead() {
    byte[] body = block("{\"a\":1}", "{\"a\":2}").body();

    assertThatThrownBy(() -> BlockLines.of(Arrays.copyOf(body, body.length - 3)))
        .isInstanceOf(RuntimeException.class);
    assertThatThrownBy(() -> BlockLines.of(new byte[] {1, 2, 3}))
        .isInstanceOf(RuntimeException.class);
    Deflater other = new Deflater(Deflater.BEST_SPEED, true);
    other.setInput(bytes("{\"a\":1}\n{\"a\""));
    other.finish();
    byte[] within = new byte[100];
    int length = other.deflate(within);
    assertThatThrownBy(() -> BlockLines.of(Arrays.copyOf(within, length)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("within a record");
  }

  @Test
  void idsAreOrderedAsTheDatabaseOrdersThem() {
    UUID early = RecordIds.firstOf(29_000_000);
    UUID made = new UUID(early.getMostSignificantBits() | 0x7abc, 0x8000_0000_0000_0000L);

    assertThat(RecordIds.ORDER.compare(early, made)).isNegative();
    assertThat(RecordIds.minute(made)).isEqualTo(29_000_000);
    assertThat(RecordIds.ORDER.compare(made, RecordIds.after(made))).isNegative();
    assertThat(RecordIds.after(new UUID(5, -1L))).isEqualTo(new UUID(6, 0));
  }

  private Block block(String... records) {
    BlockBuilder builder = new BlockBuilder(TENANT, deflater);
    for (String record : records) {
      add(builder, UuidV7.next(), record);
    }
    return builder.build();
  }

  private static void add(BlockBuilder builder, UUID id, String record) {
    builder.add(id, bytes(record));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
