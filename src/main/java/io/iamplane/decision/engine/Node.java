package io.iamplane.decision.engine;

import org.jspecify.annotations.Nullable;

/**
 * All facts about one name. Immutable: a change makes a new node and puts it in the map.
 *
 * @param entry null when no directory entry or import has this id
 * @param canonical the name of the entry with this external id; used when {@code entry} is null
 * @param grants those with this name as subject
 * @param memberships those with this name as member
 * @param tuples the relations with this name as object
 * @param uses the relations with this name as subject, memberships aside
 * @param mentions the number of permits and relations with this name as subject
 * @param scopes the number of grants restricted to this name
 */
public record Node(
    Ref ref,
    @Nullable Entry entry,
    @Nullable Ref canonical,
    @Nullable GrantSet grants,
    Tuple[] memberships,
    @Nullable TupleSet tuples,
    @Nullable TupleUses uses,
    int mentions,
    int scopes)
    implements Keyed {

  private static final Tuple[] NO_TUPLES = {};

  @Override
  public long key() {
    return ref.key();
  }

  static Node of(Ref ref) {
    return new Node(ref, null, null, null, NO_TUPLES, null, null, 0, 0);
  }

  Node withEntry(@Nullable Entry changed) {
    return new Node(ref, changed, canonical, grants, memberships, tuples, uses, mentions, scopes);
  }

  Node withCanonical(@Nullable Ref changed) {
    return new Node(ref, entry, changed, grants, memberships, tuples, uses, mentions, scopes);
  }

  Node withGrants(GrantSet changed) {
    return new Node(ref, entry, canonical, changed, memberships, tuples, uses, mentions, scopes);
  }

  Node withMemberships(Tuple[] changed) {
    return new Node(ref, entry, canonical, grants, changed, tuples, uses, mentions, scopes);
  }

  Node withTuples(@Nullable TupleSet changed) {
    return new Node(ref, entry, canonical, grants, memberships, changed, uses, mentions, scopes);
  }

  Node withUses(@Nullable TupleUses changed) {
    return new Node(ref, entry, canonical, grants, memberships, tuples, changed, mentions, scopes);
  }

  Node scoped(int more) {
    return new Node(
        ref, entry, canonical, grants, memberships, tuples, uses, mentions, scopes + more);
  }

  Node mentioned(int more) {
    return new Node(
        ref, entry, canonical, grants, memberships, tuples, uses, mentions + more, scopes);
  }

  /** Returns true if a permit, a relation or an import mentions it. */
  public boolean known() {
    return entry != null || mentions > 0 || (tuples != null && !tuples.isEmpty());
  }

  /**
   * Returns true if lists know it as a resource: an import, a relation or any grant mentions it.
   */
  boolean isResource() {
    return known() || scopes > 0;
  }
}
