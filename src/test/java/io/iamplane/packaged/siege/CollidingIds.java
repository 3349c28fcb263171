package io.iamplane.packaged.siege;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Ids that are all of one hash, where the hash is the polynomial modulo 2^64 over
 * 0x9FB21C651E98DF25 without a key. Short vectors of the lattice of those differences between ids
 * of 16 chars that leave it as it is, found by reduction (LLL): any block may stand in any place.
 */
public final class CollidingIds {

  private static final long P = 0x9FB21C651E98DF25L;
  private static final int BLOCK = 16;

  private static final int[][] VECTORS = {
    {2, -2, 2, -10, -1, 1, -5, -1, 3, -6, 6, 1, -1, 3, -6, 6},
    {3, 2, 0, 3, 9, 5, -5, -1, 0, 0, -4, 2, -10, -1, 11, 2},
    {12, 1, 5, -6, 0, -5, -5, 11, -2, 1, -1, -7, -4, 8, 4, -8},
    {-6, -5, -4, 9, -4, 4, 5, 8, -3, 1, 0, -12, -1, 12, 1, -5},
    {3, -11, 4, -1, 0, -4, -3, -4, 11, -5, -9, 0, -3, 8, 4, 6},
    {12, -6, -3, 1, -4, 6, 7, -2, 5, -6, -2, 0, -1, -6, 3, 8},
    {-12, 8, 3, -2, -5, 11, 1, -7, -4, 4, 3, 10, -7, -3, 10, 2},
    {-9, 2, -5, 5, -1, 9, -5, -7, 11, 11, 2, 1, -10, -5, 0, 5}
  };

  private CollidingIds() {}

  /** Different ids of 64 small letters, at most 65,536, all of one hash. */
  public static List<String> some(int number) {
    return IntStream.range(0, number).mapToObj(CollidingIds::id).toList();
  }

  private static String id(int number) {
    StringBuilder id = new StringBuilder(4 * BLOCK);
    for (int place = 0; place < 4; place++) {
      block(id, number >> (4 * place) & 15);
    }
    return id.toString();
  }

  /** One of sixteen: each vector added to the letter m, or taken from it. */
  private static void block(StringBuilder id, int which) {
    int[] vector = VECTORS[which >> 1];
    int sign = (which & 1) == 0 ? 1 : -1;
    for (int difference : vector) {
      id.append((char) ('m' + sign * difference));
    }
  }

  /** The hash as it was, but for a last step that keeps different values different. */
  public static long hash(String id) {
    long hash = 0;
    for (int i = 0; i < id.length(); i++) {
      hash = hash * P + id.charAt(i);
    }
    return hash;
  }
}
