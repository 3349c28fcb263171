package io.iamplane.decision.block;

import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.shared.UuidV7;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The line that an erasure leaves in the place of a record. It keeps the record's leaf in the tree
 * of the block, so that the root of the block and each proof of another record stay as they are.
 *
 * @param leaf the hash of the record as a leaf of the tree (RFC 6962, section 2.1)
 * @param at in the words of its record
 * @param outcome as in its record: columns of the block count it
 */
public record ErasedRecord(MerkleHash leaf, UUID id, String at, String outcome) {

  /** No record has this member: a caller's own names are inside of others. */
  private static final byte[] BEGIN = "{\"erased\":\"".getBytes(StandardCharsets.US_ASCII);

  private static final int LONGEST = 256;

  private static final String AT = "[0-9TZ:.-]{17,40}";
  private static final String OUTCOME = "allow|deny|step_up";

  private static final Pattern LINE =
      Pattern.compile(
          "\\{\"erased\":\"([0-9a-f]{64})\",\"id\":\"([0-9a-f-]{36})\",\"at\":\"(%s)\",\"outcome\":\"(%s)\"}"
              .formatted(AT, OUTCOME));

  /**
   * @throws IllegalArgumentException for a time or an outcome that no record has: the line must not
   *     keep a text of anyone's choice
   */
  public ErasedRecord {
    if (!at.matches(AT) || !outcome.matches(OUTCOME)) {
      throw new IllegalArgumentException("a record with an invalid time or outcome");
    }
  }

  /**
   * Returns true if a text begins with a line, of so many bytes, in the place of a record, or with
   * one that looks like it.
   */
  public static boolean isIn(byte[] text, int length) {
    return length >= BEGIN.length && Arrays.equals(text, 0, BEGIN.length, BEGIN, 0, BEGIN.length);
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
                    MerkleHash.of(HexFormat.of().parseHex(line.group(1))),
                    id,
                    line.group(3),
                    line.group(4)))
        : Optional.empty();
  }

  /** The line, without a line feed. */
  public byte[] line() {
    return "{\"erased\":\"%s\",\"id\":\"%s\",\"at\":\"%s\",\"outcome\":\"%s\"}"
        .formatted(leaf, id, at, outcome)
        .getBytes(StandardCharsets.US_ASCII);
  }
}
