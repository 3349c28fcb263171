package io.iamplane.decision.block;

import java.nio.charset.StandardCharsets;
import java.util.stream.LongStream;

/**
 * A Bloom filter (B. H. Bloom, 1970) over the names in a block: a search skips blocks that cannot
 * have the name. Twelve bits and five probes for each name: about one block in 300 is read without
 * effect.
 */
public final class BlockFilter {

  private static final int BITS_PER_NAME = 12;
  private static final int PROBES = 5;
  private static final char MAX_ASCII = 0x7f;

  /** FNV-1a, 64 bits: stored filters require the same hash in every process and version. */
  private static final long OFFSET = 0xcbf29ce484222325L;

  private static final long PRIME = 0x100000001b3L;

  private BlockFilter() {}

  /** The filter of a number of names, by the hash of each. */
  static byte[] of(LongStream hashes, int number) {
    byte[] filter = new byte[Math.max(1, (number * BITS_PER_NAME + 7) / 8)];
    hashes.forEach(hash -> {
      for (int probe = 0; probe < PROBES; probe++) {
        int bit = bit(hash, probe, filter.length);
        filter[bit >> 3] |= (byte) (1 << (bit & 7));
      }
    });
    return filter;
  }

  /** Returns true if the filter may hold a name; false is certain. */
  public static boolean mayHold(byte[] filter, String name) {
    return mayHold(filter, hash(name));
  }

  /** The same for the name with a hash of {@link #hash}. */
  public static boolean mayHold(byte[] filter, long hash) {
    if (filter.length == 0) {
      return true;
    }
    for (int probe = 0; probe < PROBES; probe++) {
      int bit = bit(hash, probe, filter.length);
      if ((filter[bit >> 3] & (1 << (bit & 7))) == 0) {
        return false;
      }
    }
    return true;
  }

  /** Two halves of one hash make all probes (Kirsch and Mitzenmacher, 2006). */
  private static int bit(long hash, int probe, int bytes) {
    int first = (int) hash;
    int second = (int) (hash >>> 32) | 1;
    return Integer.remainderUnsigned(first + probe * second, bytes * 8);
  }

  /** The hash of a name, by which a filter knows it; not 0. */
  public static long hash(String name) {
    return spread(add(OFFSET, name));
  }

  /** The hash of a name made of a prefix and {@code type:id}, without making it. */
  static long hash(String prefix, String type, String id) {
    return spread(add((add(add(OFFSET, prefix), type) ^ ':') * PRIME, id));
  }

  /** Goes on with the bytes of a text in UTF-8. */
  private static long add(long before, String text) {
    long hash = before;
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      if (each > MAX_ASCII) {
        return add(before, text.getBytes(StandardCharsets.UTF_8));
      }
      hash = (hash ^ each) * PRIME;
    }
    return hash;
  }

  private static long add(long before, byte[] bytes) {
    long hash = before;
    for (byte each : bytes) {
      hash = (hash ^ (each & 0xff)) * PRIME;
    }
    return hash;
  }

  /** Spreads the last bytes over the upper half (the finalizer of SplitMix64). */
  private static long spread(long hash) {
    long spread = (hash ^ (hash >>> 30)) * 0xbf58476d1ce4e5b9L;
    spread = (spread ^ (spread >>> 27)) * 0x94d049bb133111ebL;
    spread ^= spread >>> 31;
    return spread == 0 ? 1 : spread;
  }
}
