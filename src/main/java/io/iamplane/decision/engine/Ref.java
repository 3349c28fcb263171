package io.iamplane.decision.engine;

import io.iamplane.shared.SubjectRef;

/**
 * The one object that stands for a {@code type:id} within a tenant's snapshots, so that references
 * are compared by identity. Names are never forgotten before the tenant is reloaded.
 */
final class Ref implements Holders.Holding {

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

  /** The key of this name's node in the snapshot's map; see {@link NameHash}. */
  @Override
  public long key() {
    return key;
  }

  /** Counts from 0 in the order of first mention; means nothing else. */
  public int number() {
    return number;
  }

  public int type() {
    return type;
  }

  public String id() {
    return id;
  }

  /** Returns true for everyone of its type. */
  public boolean wildcard() {
    return wildcard;
  }

  public SubjectRef toSubjectRef(Symbols symbols) {
    return new SubjectRef(symbols.name(type), id);
  }

  boolean is(int otherType, String otherId) {
    return type == otherType && id.equals(otherId);
  }
}
