package io.iamplane.decision.engine;

import io.iamplane.shared.Micros;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the permissions, of some given ones, that subjects hold by their own grants, those of their
 * groups, and those of everyone: by permits that are active and have not ended, on any resource and
 * condition. Denials are ignored, grants count before they begin or are activated, and suspended
 * accounts and groups count as active, because another change, or time alone, would restore the
 * right. Rights by relations concern single objects and do not count.
 *
 * <p>Answers are bit sets, bit {@code i} for the permission at index {@code i}. For one thread.
 */
public final class HeldPermissions {

  public static final int MOST = Long.SIZE;

  private final PolicySnapshot snapshot;
  private final long now;
  private final Map<Integer, Long> byPrivilege = new HashMap<>();
  private final Map<Integer, Long> byApplication = new HashMap<>();
  private final Map<Ref, Long> granted = new HashMap<>();
  private int steps;

  public static final class TooWideException extends RuntimeException {

    private static final long serialVersionUID = 1;

    TooWideException() {
      super("it takes too many steps to find the holders of the permissions", null, false, false);
    }
  }

  /**
   * @param permissions full keys, at most {@link #MOST}; unknown ones are held by no one
   * @param steps how many grants and memberships may be looked at
   */
  public HeldPermissions(
      PolicySnapshot snapshot, List<String> permissions, Instant now, int steps) {
    if (permissions.size() > MOST) {
      throw new IllegalArgumentException("more than " + MOST + " permissions");
    }
    this.snapshot = snapshot;
    this.now = Micros.of(now);
    this.steps = steps;
    for (int i = 0; i < permissions.size(); i++) {
      CatalogPermission permission = snapshot.catalog().permission(permissions.get(i));
      if (permission != null) {
        long bit = 1L << i;
        byApplication.merge(permission.application(), bit, (a, b) -> a | b);
        for (int j = 0; j < permission.privilegeCount(); j++) {
          byPrivilege.merge(permission.privilege(j), bit, (a, b) -> a | b);
        }
      }
    }
  }

  /**
   * Returns true if a role or permission contains more of them than in an earlier version of the
   * policy. Otherwise no change of the catalogue gives them to a subject.
   */
  public boolean coversMoreThan(HeldPermissions earlier) {
    return byPrivilege.entrySet().stream()
        .anyMatch(
            each -> (each.getValue() & ~earlier.byPrivilege.getOrDefault(each.getKey(), 0L)) != 0);
  }

  public int stepsLeft() {
    return steps;
  }

  /** The name under which {@link #all} lists a subject: that of the entry that it stands for. */
  public SubjectRef canonical(SubjectRef subject) {
    Node node = named(subject);
    return node == null ? subject : snapshot.resolve(node).ref().toSubjectRef(snapshot.symbols());
  }

  /**
   * Returns the permissions of a subject; for a group, those that it passes on.
   *
   * @throws TooWideException beyond the steps
   */
  public long of(SubjectRef subject) {
    Node everyone = named(new SubjectRef(subject.type(), Ref.EVERYONE));
    Node named = named(subject);
    Deque<Node> next = new ArrayDeque<>();
    Set<Ref> met = new HashSet<>();
    enter(everyone, next, met);
    if (named != null) {
      enterBoth(snapshot.resolve(named), next, met);
    }
    long held = 0;
    while (!next.isEmpty()) {
      Node node = next.remove();
      held |= granted(node);
      for (Tuple membership : node.memberships()) {
        step();
        if (now < membership.until()) {
          enterBoth(snapshot.resolve(membership.object()), next, met);
        }
      }
    }
    return held;
  }

  /**
   * Returns all holders of any of the permissions; everyone of a type as {@code type:*}. The
   * permissions of everyone are included in those of each holder, and a group's in its members'.
   *
   * @throws TooWideException beyond the steps
   */
  public Map<SubjectRef, Long> all() {
    Map<Ref, Long> found = new HashMap<>();
    Map<Integer, Long> everyone = new HashMap<>();
    Set<Ref> holders = new HashSet<>();
    for (int privilege : byPrivilege.keySet()) {
      Holders.forEach(
          snapshot.holders(privilege),
          name -> {
            step();
            holders.add(name);
          });
    }
    for (Ref holder : holders) {
      long bits = granted(snapshot.node(holder));
      if (bits == 0) {
        continue;
      }
      if (holder.wildcard()) {
        everyone.merge(holder.type(), bits, (a, b) -> a | b);
        spread(snapshot.node(holder), bits, found, everyone);
      } else {
        Node node = snapshot.resolve(holder);
        if (snapshot.isGroup(holder.type())) {
          spread(node, bits, found, everyone);
        } else {
          found.merge(node.ref(), bits, (a, b) -> a | b);
        }
      }
    }
    Map<SubjectRef, Long> all = new HashMap<>();
    found.forEach((ref, bits) ->
        all.put(
            ref.toSubjectRef(snapshot.symbols()), bits | everyone.getOrDefault(ref.type(), 0L)));
    everyone.forEach(
        (type, bits) -> all.put(new SubjectRef(snapshot.symbols().name(type), Ref.EVERYONE), bits));
    return all;
  }

  /**
   * Names each subject in a group, directly or through others, once; everyone of a type as {@code
   * type:*}.
   *
   * @throws TooWideException beyond the steps
   */
  public void forEachMember(SubjectRef group, Consumer<SubjectRef> each) {
    Node named = named(group);
    if (named != null) {
      Set<Ref> members = new HashSet<>();
      members(snapshot.resolve(named), members);
      members.forEach(member -> each.accept(member.toSubjectRef(snapshot.symbols())));
    }
  }

  private void spread(Node group, long bits, Map<Ref, Long> found, Map<Integer, Long> everyone) {
    if (!snapshot.isGroup(group.ref().type())) {
      return;
    }
    Set<Ref> members = new HashSet<>();
    members(group, members);
    for (Ref member : members) {
      if (member.wildcard()) {
        everyone.merge(member.type(), bits, (a, b) -> a | b);
      } else {
        found.merge(member, bits, (a, b) -> a | b);
      }
    }
  }

  private void members(Node group, Set<Ref> members) {
    Deque<Node> groups = new ArrayDeque<>(List.of(group));
    Set<Ref> opened = new HashSet<>(Set.of(group.ref()));
    while (!groups.isEmpty()) {
      Consumer<Tuple> each =
          membership -> {
            Ref member = membership.subject();
            if (member.wildcard()) {
              members.add(member);
              return;
            }
            Node node = snapshot.resolve(member);
            if (!snapshot.isGroup(member.type())) {
              members.add(node.ref());
            } else if (opened.add(node.ref())) {
              groups.add(node);
            }
          };
      snapshot.forEachName(groups.remove(), name -> forEachMembership(name, each));
    }
  }

  private void forEachMembership(Node name, Consumer<Tuple> each) {
    if (name.tuples() != null) {
      name.tuples()
          .forEach(
              snapshot.memberSymbol(),
              membership -> {
                step();
                if (now < membership.until()) {
                  each.accept(membership);
                }
              });
    }
  }

  private long granted(Node name) {
    GrantSet grants = name.grants();
    if (grants == null || byPrivilege.isEmpty()) {
      return 0;
    }
    Long known = granted.get(name.ref());
    if (known != null) {
      return known;
    }
    long[] bits = {0};
    grants.forEach(grant -> {
      step();
      bits[0] |= bits(grant);
    });
    granted.put(name.ref(), bits[0]);
    return bits[0];
  }

  private long bits(IndexedGrant grant) {
    if (grant.isDeny() || !grant.isActive() || grant.hasEnded(now)) {
      return 0;
    }
    long bits = byPrivilege.getOrDefault(grant.privilege(), 0L);
    return grant.application() == Symbols.NONE
        ? bits
        : bits & byApplication.getOrDefault(grant.application(), 0L);
  }

  private void enterBoth(Node node, Deque<Node> next, Set<Ref> met) {
    enter(node, next, met);
    enter(snapshot.second(node), next, met);
  }

  private void enter(@Nullable Node node, Deque<Node> next, Set<Ref> met) {
    if (node != null && met.add(node.ref())) {
      step();
      next.add(node);
    }
  }

  private @Nullable Node named(SubjectRef subject) {
    return snapshot.named(snapshot.symbols().number(subject.type()), subject.id());
  }

  private void step() {
    if (--steps < 0) {
      throw new TooWideException();
    }
  }
}
