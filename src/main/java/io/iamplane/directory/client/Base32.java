package io.iamplane.directory.client;

/**
 * Base 32 (RFC 4648, section 6) in lower case without padding: one case, no look-alikes of 0, 1.
 */
final class Base32 {

  private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
  private static final int BITS = 5;

  private Base32() {}

  static String encode(byte[] bytes) {
    StringBuilder text = new StringBuilder((bytes.length * Byte.SIZE + BITS - 1) / BITS);
    int pending = 0;
    int bits = 0;
    for (byte next : bytes) {
      pending = (pending << Byte.SIZE) | (next & 0xff);
      bits += Byte.SIZE;
      while (bits >= BITS) {
        bits -= BITS;
        text.append(ALPHABET.charAt((pending >>> bits) & 31));
      }
    }
    if (bits > 0) {
      text.append(ALPHABET.charAt((pending << (BITS - bits)) & 31));
    }
    return text.toString();
  }
}
