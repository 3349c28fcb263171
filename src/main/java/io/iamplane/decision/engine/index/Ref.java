package io.iamplane.decision.engine.index;

import io.iamplane.decision.engine.catalog.Symbols;
import io.iamplane.shared.SubjectRef;

/**
 * The one object that stands for a {@code type:id} within a tenant's snapshots, so that references
 * are compared by identity. Names are never forgotten before the tenant is loaded afresh.
 */
public final class Ref {

  public static final String EVERYONE = "*";

  private final long key;
  private final int number;
  private final int type;
  private final String id;
  private final boolean wildcard;

  Ref(long key, int number, int type, String id) {
    this.key = key;
    this.number = number;
    this.type = type;
    this.id = id;
    this.wildcard = id.equals(EVERYONE);
  }

  /** Where the node of this name is in the snapshot's map. */
  public long key() {
    return key;
  }

  /** Counts from 0 in the order of first mention; means nothing else. */
  public int number() {
    return number;
  }

  /** The type's symbol. */
  public int type() {
    return type;
  }

  public String id() {
    return id;
  }

  /** Whether it is everyone of its type. */
  public boolean wildcard() {
    return wildcard;
  }

  /** The form that facts use. */
  public SubjectRef toSubjectRef(Symbols symbols) {
    return new SubjectRef(symbols.name(type), id);
  }

  boolean is(int otherType, String otherId) {
    return type == otherType && id.equals(otherId);
  }

  private static final long P = 0x9FB21C651E98DF25L;
  private static final long P2 = times(P, P);
  private static final long P3 = times(P2, P);
  private static final long P4 = times(P3, P);

  /** Wraps around, as hashing wants. */
  private static long times(long a, long b) {
    return a * b;
  }

  /**
   * A polynomial of 64 bits over the symbol and the id's chars, four at a time so that the
   * multiplications overlap. Names that fall together are told apart by {@link #is}.
   */
  static long hash(int type, String id) {
    long hash = type;
    int length = id.length();
    int i = 0;
    for (; i + 3 < length; i += 4) {
      hash =
          hash * P4
              + id.charAt(i) * P3
              + id.charAt(i + 1) * P2
              + id.charAt(i + 2) * P
              + id.charAt(i + 3);
    }
    for (; i < length; i++) {
      hash = hash * P + id.charAt(i);
    }
    return hash ^ (hash >>> 32) ^ ((long) length << 48);
  }
}
