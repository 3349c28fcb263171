package io.iamplane.decision.block;

import java.nio.charset.StandardCharsets;
import java.util.Collection;

/**
 * A Bloom filter (B. H. Bloom, 1970) over the names in a block: who looks for one of them passes
 * over the blocks that cannot have it. Twelve bits and five probes for each name: of 300 blocks one
 * is read without effect.
 */
public final class BlockFilter {

  private static final int BITS_PER_NAME = 12;
  private static final int PROBES = 5;

  /** FNV-1a, 64 bits: the same in every process and version, as what is stored must be. */
  private static final long OFFSET = 0xcbf29ce484222325L;

  private static final long PRIME = 0x100000001b3L;

  private BlockFilter() {}

  /** The filter of some names. */
  public static byte[] of(Collection<String> names) {
    byte[] filter = new byte[Math.max(1, (names.size() * BITS_PER_NAME + 7) / 8)];
    for (String name : names) {
      long hash = hash(name);
      for (int probe = 0; probe < PROBES; probe++) {
        int bit = bit(hash, probe, filter.length);
        filter[bit >> 3] |= (byte) (1 << (bit & 7));
      }
    }
    return filter;
  }

  /** Whether a name may be among those; false means that it is not. */
  public static boolean mayHold(byte[] filter, String name) {
    if (filter.length == 0) {
      return true;
    }
    long hash = hash(name);
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

  private static long hash(String name) {
    long hash = OFFSET;
    for (byte each : name.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (each & 0xff)) * PRIME;
    }
    // Spreads the last bytes over the upper half (the finalizer of SplitMix64).
    hash = (hash ^ (hash >>> 30)) * 0xbf58476d1ce4e5b9L;
    hash = (hash ^ (hash >>> 27)) * 0x94d049bb133111ebL;
    return hash ^ (hash >>> 31);
  }
}
