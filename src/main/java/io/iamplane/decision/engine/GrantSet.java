package io.iamplane.decision.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The grants of one subject. Up to {@link #FEW} of them are one array, looked through; beyond that
 * they are found by privilege and scope, so that a group with ten thousand grants on as many
 * resources costs as little as one with two.
 */
final class GrantSet {

  static final int FEW = 8;
  static final IndexedGrant[] NO_GRANTS = {};
  static final GrantSet NONE = new GrantSet(NO_GRANTS, new int[0], KeyedMap.empty());

  private static final int WHOLE_TYPE = 1;
  private static final int RESOURCE = 2;

  private final IndexedGrant[] few;

  /** For few, one for each grant; for many, the distinct privileges in rising order. */
  private final int[] privileges;

  private final KeyedMap<Bucket> many;

  /** The grants of a privilege with the same scope. */
  record Bucket(long key, IndexedGrant[] grants) implements Keyed {}

  private GrantSet(IndexedGrant[] few, int[] privileges, KeyedMap<Bucket> many) {
    this.few = few;
    this.privileges = privileges;
    this.many = many;
  }

  /** Returns true if grants are scanned by index; otherwise they are found by privilege. */
  public boolean isFew() {
    return few.length == privileges.length;
  }

  /** One of the few; {@link #privilege} of the same index is its privilege. */
  public IndexedGrant grant(int index) {
    return few[index];
  }

  /** For few, one for each grant; for many, one for each privilege that is or once was granted. */
  public int privilegeCount() {
    return privileges.length;
  }

  /** A privilege; of the many in rising order. */
  public int privilege(int index) {
    return privileges[index];
  }

  public boolean hasPrivilege(int privilege) {
    return Arrays.binarySearch(privileges, privilege) >= 0;
  }

  /** Grants of a privilege without scope, of the many. */
  public IndexedGrant @Nullable [] unscoped(int privilege) {
    return grants(key(privilege, 0, 0));
  }

  /** Grants of a privilege for every resource of a type, of the many. */
  public IndexedGrant @Nullable [] forType(int privilege, int type) {
    return grants(key(privilege, WHOLE_TYPE, type));
  }

  /** Grants of a privilege for one resource, of the many. */
  public IndexedGrant @Nullable [] forResource(int privilege, Ref resource) {
    return grants(key(privilege, RESOURCE, resource.number()));
  }

  private IndexedGrant @Nullable [] grants(long key) {
    Bucket bucket = many.get(key);
    return bucket == null ? null : bucket.grants();
  }

  /** Copies. */
  public IndexedGrant[] all() {
    if (isFew()) {
      return few.clone();
    }
    List<IndexedGrant> all = new ArrayList<>();
    many.forEach(bucket -> all.addAll(Arrays.asList(bucket.grants())));
    return all.toArray(NO_GRANTS);
  }

  /** Every grant, in no order. The consumer may end it by an exception. */
  void forEach(Consumer<IndexedGrant> consumer) {
    for (IndexedGrant grant : few) {
      consumer.accept(grant);
    }
    many.forEach(bucket -> {
      for (IndexedGrant grant : bucket.grants()) {
        consumer.accept(grant);
      }
    });
  }

  private static GrantSet few(IndexedGrant[] grants) {
    int[] privileges = new int[grants.length];
    for (int i = 0; i < grants.length; i++) {
      privileges[i] = grants[i].privilege();
    }
    return new GrantSet(grants, privileges, KeyedMap.empty());
  }

  /** Returns true if {@link #with} is cheap; otherwise grants are added by {@link #edit}. */
  boolean takesOneMore() {
    return isFew() && few.length < FEW;
  }

  GrantSet with(IndexedGrant grant) {
    return few(FactId.with(few, grant));
  }

  /**
   * @throws IllegalStateException when the grant is not there
   */
  GrantSet without(IndexedGrant grant) {
    return few(FactId.without(few, grant));
  }

  /** Begins to change the many, or to make many of the few. */
  GrantEdits edit(Object owner) {
    if (!isFew()) {
      return new GrantEdits(many, privileges, owner);
    }
    GrantEdits edits = new GrantEdits(KeyedMap.empty(), new int[0], owner);
    for (IndexedGrant each : few) {
      edits.add(each);
    }
    return edits;
  }

  static GrantSet many(KeyedMap<Bucket> buckets, int[] privileges) {
    return buckets.isEmpty() ? NONE : new GrantSet(NO_GRANTS, privileges, buckets);
  }

  static long key(IndexedGrant grant) {
    Ref scope = grant.scope();
    if (scope != null) {
      return key(grant.privilege(), RESOURCE, scope.number());
    }
    return grant.scopeType() == Symbols.NONE
        ? key(grant.privilege(), 0, 0)
        : key(grant.privilege(), WHOLE_TYPE, grant.scopeType());
  }

  private static long key(int privilege, int kind, int number) {
    return (long) privilege << 34 | (long) kind << 32 | number;
  }
}
