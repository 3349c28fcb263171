package io.iamplane.chain.verifier;

import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The first defect of a chain.
 *
 * @param seq the number of the record at which it shows
 * @param expected the expected value: a hash in hexadecimal digits, or words
 * @param found the actual value; null if absent
 */
public record Finding(
    FindingCause cause, long seq, @Nullable String expected, @Nullable String found) {

  static Finding of(FindingCause cause, long seq, byte[] expected, byte @Nullable [] found) {
    HexFormat hex = HexFormat.of();
    return new Finding(
        cause, seq, hex.formatHex(expected), found == null ? null : hex.formatHex(found));
  }
}
