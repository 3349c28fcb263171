package io.iamplane.decision.engine;

import org.jspecify.annotations.Nullable;

/**
 * Everything that hangs on one name. Immutable: a change makes a new node and puts it in the map.
 *
 * @param entry null when no directory entry or import has this id
 * @param canonical the name of the entry whose external id this is; heeded when {@code entry} is
 *     null
 * @param grants those whose subject is this name
 * @param memberships those whose member is this name
 * @param tuples those whose object is this name
 * @param uses the relations whose subject is this name, memberships aside
 * @param mentions how many permits and relations have this name as their subject
 * @param scopes how many grants are restricted to this name
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

  /** With more grants, or fewer, that are restricted to it. */
  Node scoped(int more) {
    return new Node(
        ref, entry, canonical, grants, memberships, tuples, uses, mentions, scopes + more);
  }

  Node mentioned(int more) {
    return new Node(
        ref, entry, canonical, grants, memberships, tuples, uses, mentions + more, scopes);
  }

  /** Whether a permit, a relation or an import speaks of it. */
  public boolean known() {
    return entry != null || mentions > 0 || (tuples != null && !tuples.isEmpty());
  }

  /**
   * Whether it is a resource that lists know: an import, a relation or a grant speaks of it, be it
   * a denial.
   */
  boolean isResource() {
    return known() || scopes > 0;
  }
}
