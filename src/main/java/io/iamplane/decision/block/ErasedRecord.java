package io.iamplane.decision.block;

import io.iamplane.audit.tree.MerkleHash;
import io.iamplane.shared.UuidV7;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The line that an erasure leaves in the place of a record. It keeps the record's leaf of the
 * block's tree, so that the root of the block, and each proof of another record, stay as they are.
 *
 * @param leaf the hash of the record as a leaf of the tree (RFC 6962, section 2.1)
 * @param id the decision's
 * @param outcome the decision's, as in its record: the block's columns count it
 */
public record ErasedRecord(MerkleHash leaf, UUID id, String outcome) {

  /** No record begins like this: its first member is its id. */
  private static final byte[] BEGIN = "{\"erased\":\"".getBytes(StandardCharsets.US_ASCII);

  private static final int LONGEST = 200;

  private static final Pattern LINE =
      Pattern.compile(
          "\\{\"erased\":\"([0-9a-f]{64})\",\"id\":\"([0-9a-f-]{36})\","
              + "\"outcome\":\"(allow|deny|step_up)\"}");

  /**
   * Returns true if a line replaces an erased record.
   *
   * @param text begins with the line
   * @param length of the line, in bytes
   */
  public static boolean isIn(byte[] text, int length) {
    if (length < BEGIN.length) {
      return false;
    }
    for (int i = 0; i < BEGIN.length; i++) {
      if (text[i] != BEGIN[i]) {
        return false;
      }
    }
    return true;
  }

  /** Reads a line; empty when no erasure wrote it. */
  public static Optional<ErasedRecord> read(byte[] text, int length) {
    if (length > LONGEST) {
      return Optional.empty();
    }
    Matcher line = LINE.matcher(new String(text, 0, length, StandardCharsets.UTF_8));
    return line.matches()
        ? UuidV7.parse(line.group(2))
            .map(id ->
                new ErasedRecord(
                    MerkleHash.of(HexFormat.of().parseHex(line.group(1))), id, line.group(3)))
        : Optional.empty();
  }

  /** The line, without a line feed. */
  public byte[] line() {
    return "{\"erased\":\"%s\",\"id\":\"%s\",\"outcome\":\"%s\"}"
        .formatted(leaf, id, outcome)
        .getBytes(StandardCharsets.US_ASCII);
  }
}
