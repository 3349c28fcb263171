package io.iamplane.decision.engine;

import java.security.SecureRandom;

/**
 * A hash of a {@code type:id}, keyed with random numbers that are made when a tenant is loaded and
 * never leave the process. Tenants choose ids; if they could compute the hash, they could choose
 * colliding ids, and loading them would cost the square of their number.
 *
 * <p>Eight chars at a time go through a multiplication of 64 by 64 bits with its halves folded
 * together (the construction of wyhash), each factor masked by a key: two ids collide with a
 * probability of about 2<sup>-64</sup>.
 */
final class NameHash {

  private final long k0;
  private final long k1;
  private final long k2;
  private final long k3;

  private NameHash(SecureRandom random) {
    this.k0 = random.nextLong();
    this.k1 = random.nextLong();
    this.k2 = random.nextLong();
    this.k3 = random.nextLong();
  }

  /** A hash of its own. Not a constant: a native executable would carry one key for all. */
  static NameHash random() {
    return new NameHash(new SecureRandom());
  }

  /** {@link Ref#is} distinguishes names that still collide. */
  long of(int type, String id) {
    int length = id.length();
    long hash = fold(type ^ k0, length ^ k1);
    int i = 0;
    for (; i + 8 <= length; i += 8) {
      hash = fold(four(id, i) ^ k2 ^ hash, four(id, i + 4) ^ k3);
    }
    if (i < length) {
      int rest = length - i;
      long first = rest < 4 ? some(id, i, rest) : four(id, i);
      long second = rest <= 4 ? 0 : some(id, i + 4, rest - 4);
      hash = fold(first ^ k2 ^ hash, second ^ k3);
    }
    return fold(hash ^ k1, k0);
  }

  private static long fold(long a, long b) {
    return a * b ^ Math.unsignedMultiplyHigh(a, b);
  }

  private static long four(String id, int at) {
    return id.charAt(at)
        | (long) id.charAt(at + 1) << 16
        | (long) id.charAt(at + 2) << 32
        | (long) id.charAt(at + 3) << 48;
  }

  private static long some(String id, int at, int count) {
    long word = 0;
    for (int i = 0; i < count; i++) {
      word = word << 16 | id.charAt(at + i);
    }
    return word;
  }
}
