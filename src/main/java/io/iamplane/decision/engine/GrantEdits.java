package io.iamplane.decision.engine;

import io.iamplane.decision.engine.GrantSet.Bucket;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Applies a batch of changes to the grants of a subject with many, all at once. */
final class GrantEdits {

  /** Shorter arrays are copied for each edit. */
  private static final int LONG = 32;

  private final Object owner;
  private final int[] privileges;
  private final TreeSet<Integer> newPrivileges = new TreeSet<>();
  private final Map<Long, Edits<IndexedGrant>> longBuckets = new HashMap<>();
  private KeyedMap<Bucket> buckets;

  /** Takes the privileges of the grants that are there, in rising order. */
  GrantEdits(KeyedMap<Bucket> buckets, int[] privileges, Object owner) {
    this.buckets = buckets;
    this.privileges = privileges;
    this.owner = owner;
  }

  GrantEdits add(IndexedGrant grant) {
    if (Arrays.binarySearch(privileges, grant.privilege()) < 0) {
      newPrivileges.add(grant.privilege());
    }
    long key = GrantSet.key(grant);
    Bucket bucket = buckets.get(key);
    Edits<IndexedGrant> edits = edits(key, bucket);
    if (edits == null) {
      IndexedGrant[] before = bucket == null ? GrantSet.NO_GRANTS : bucket.grants();
      put(key, FactId.with(before, grant));
    } else {
      edits.add(grant);
    }
    return this;
  }

  /**
   * @throws IllegalStateException when it is not there, now or when the edits are applied
   */
  void remove(IndexedGrant grant) {
    long key = GrantSet.key(grant);
    Bucket bucket = buckets.get(key);
    Edits<IndexedGrant> edits = edits(key, bucket);
    if (edits == null) {
      put(key, FactId.without(bucket == null ? GrantSet.NO_GRANTS : bucket.grants(), grant));
    } else {
      edits.remove(grant);
    }
  }

  private @Nullable Edits<IndexedGrant> edits(long key, @Nullable Bucket bucket) {
    return bucket == null || bucket.grants().length < LONG
        ? null
        : longBuckets.computeIfAbsent(key, _ -> new Edits<>(bucket.grants()));
  }

  private void put(long key, IndexedGrant[] grants) {
    buckets =
        grants.length == 0
            ? buckets.remove(key, owner)
            : buckets.put(new Bucket(key, grants), owner);
  }

  GrantSet apply() {
    longBuckets.forEach((key, edits) -> put(key, edits.apply()));
    return GrantSet.many(buckets, newPrivileges.isEmpty() ? privileges : merged());
  }

  private int[] merged() {
    int[] all = Arrays.copyOf(privileges, privileges.length + newPrivileges.size());
    int next = privileges.length;
    for (int privilege : newPrivileges) {
      all[next++] = privilege;
    }
    Arrays.sort(all);
    return all;
  }
}
