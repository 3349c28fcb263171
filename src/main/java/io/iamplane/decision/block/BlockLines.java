package io.iamplane.decision.block;

import io.iamplane.audit.tree.CompactRange;
import io.iamplane.audit.tree.MerkleHash;
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
   * Inflates the records in their order, each a JSON object in UTF-8.
   *
   * @throws IllegalStateException when the body is damaged
   */
  public static List<byte[]> of(byte[] body) {
    List<byte[]> lines = new ArrayList<>();
    try (BodyReader reader = new BodyReader()) {
      reader.read(
          new ByteArrayInputStream(body), (text, length) -> lines.add(Arrays.copyOf(text, length)));
    } catch (DamagedBodyException e) {
      throw new IllegalStateException("a block of decisions has " + e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException("memory does not fail", e);
    }
    return lines;
  }

  /** The root of the tree over records. */
  public static MerkleHash root(List<byte[]> lines) {
    CompactRange tree = CompactRange.empty();
    for (byte[] line : lines) {
      tree = tree.append(MerkleHash.leaf(line));
    }
    return tree.root();
  }
}
