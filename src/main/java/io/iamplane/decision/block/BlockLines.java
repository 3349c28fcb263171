package io.iamplane.decision.block;

import io.iamplane.chain.tree.CompactRange;
import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.decision.block.BodyReader.DamagedBodyException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The records of a block's body, all at once. */
public final class BlockLines {

  private BlockLines() {}

  /**
   * Inflates the records in their order, each a JSON object in UTF-8, without erased ones.
   *
   * @throws IllegalStateException when the body is damaged
   */
  public static List<byte[]> of(byte[] body) {
    List<byte[]> lines = all(body);
    lines.removeIf(line -> ErasedRecord.isIn(line, line.length));
    return lines;
  }

  /**
   * Inflates all lines: records, and an {@link ErasedRecord} in the place of each erased one.
   *
   * @throws IllegalStateException when the body is damaged
   */
  public static List<byte[]> all(byte[] body) {
    List<byte[]> lines = new ArrayList<>();
    try (BodyReader reader = new BodyReader()) {
      reader.read(
          new ByteArrayInputStream(body), (text, length) -> lines.add(Arrays.copyOf(text, length)));
    } catch (DamagedBodyException e) {
      throw new IllegalStateException("a block of decisions has " + e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException("could not read from memory", e);
    }
    return lines;
  }

  /**
   * The leaf of a line in the tree of its block.
   *
   * @throws IllegalStateException when it only looks like an erased record
   */
  public static MerkleHash leaf(byte[] line) {
    return ErasedRecord.isIn(line, line.length)
        ? ErasedRecord.read(line, line.length)
            .map(ErasedRecord::leaf)
            .orElseThrow(() -> new IllegalStateException("an invalid line for an erased record"))
        : MerkleHash.leaf(line);
  }

  public static MerkleHash root(List<byte[]> lines) {
    return CompactRange.of(lines.stream().map(BlockLines::leaf).toList()).root();
  }
}
