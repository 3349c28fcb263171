package io.iamplane.decision.block;

import io.iamplane.audit.tree.CompactRange;
import io.iamplane.audit.tree.MerkleHash;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/** The records of a block's body. */
public final class BlockLines {

  /** The maximum size of a block's records; a body that inflates to more was not written here. */
  static final int MAX_BYTES = 512 * 1024 * 1024;

  private BlockLines() {}

  /**
   * Inflates the records in their order, each a JSON object in UTF-8.
   *
   * @throws IllegalStateException when the body is damaged
   */
  public static List<byte[]> of(byte[] body) {
    byte[] text = inflate(body);
    List<byte[]> lines = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < text.length; i++) {
      if (text[i] == '\n') {
        lines.add(Arrays.copyOfRange(text, start, i));
        start = i + 1;
      }
    }
    if (start != text.length) {
      throw new IllegalStateException("a block of decisions ends within a record");
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

  private static byte[] inflate(byte[] body) {
    Inflater inflater = new Inflater(true);
    try (InflaterInputStream in =
        new InflaterInputStream(new ByteArrayInputStream(body), inflater)) {
      byte[] text = in.readNBytes(MAX_BYTES);
      if (text.length == MAX_BYTES) {
        throw new IllegalStateException("a block of decisions is larger than any that is written");
      }
      return text;
    } catch (IOException e) {
      throw new UncheckedIOException("a block of decisions cannot be inflated", e);
    } finally {
      inflater.end();
    }
  }
}
