package io.iamplane.decision.engine;

import io.iamplane.decision.engine.fact.GrantFact.Privilege;
import io.iamplane.language.condition.Condition;
import io.iamplane.shared.SubjectRef;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads the privileged rights that subjects have by grants, from one snapshot. What a subject has
 * counts on any condition, now or later, and also while it is suspended; what it holds plainly
 * counts without any.
 */
public final class RightsReader {

  /** The limit on memberships, grants and rights per question. */
  static final int MAX_STEPS = 200_000;

  /** The limit for all questions, which a change with many effects asks. */
  static final int MAX_ALL_STEPS = 1_000_000;

  private final PolicySnapshot snapshot;
  private final Powers powers;
  private final long now;
  private long steps;
  private int taken;

  /** Takes the time in microseconds since 1970. */
  public RightsReader(PolicySnapshot snapshot, Powers powers, long now) {
    this.snapshot = snapshot;
    this.powers = powers;
    this.now = now;
  }

  /** More memberships, grants and rights than one question, or all, may look at. */
  public static final class TooWideException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  public long steps() {
    return steps;
  }

  /**
   * Returns the rights of some subjects, of everyone of their types and through groups. One walk
   * visits what they share once.
   */
  public Set<Right> of(Collection<SubjectRef> subjects) {
    return rights(grants(reached(starts(subjects, true)).values()), false);
  }

  /** A subject's rights without those of everyone of its type; for a group, those passed on. */
  public Set<Right> own(SubjectRef subject) {
    return rights(grants(reached(starts(List.of(subject), false)).values()), false);
  }

  /** Returns the rights that some denial of some subjects contains, on any condition. */
  public Set<Right> denied(Collection<SubjectRef> subjects) {
    return rights(grants(reached(starts(subjects, true)).values()), true);
  }

  /**
   * Returns the rights of some subjects that a change of attributes may add: a condition of the
   * grant, or of a membership on the way to it, may turn true.
   */
  public Set<Right> gained(Collection<SubjectRef> subjects, AttributeChange change) {
    return turned(subjects, change::mayTurnTrue, false);
  }

  /** Returns the denied rights of some subjects of which a change may lift a denial. */
  public Set<Right> freed(Collection<SubjectRef> subjects, AttributeChange change) {
    return turned(subjects, change::mayTurnFalse, true);
  }

  private Set<Right> turned(
      Collection<SubjectRef> subjects, Predicate<Condition> turns, boolean denied) {
    Map<Ref, Node> all = reached(starts(subjects, true));
    List<Node> entered = new ArrayList<>();
    List<IndexedGrant> read = new ArrayList<>();
    for (Node node : all.values()) {
      for (Tuple membership : node.memberships()) {
        if (turns(membership.condition(), turns)) {
          entered.addAll(entered(membership));
        }
      }
      grants(List.of(node)).stream()
          .filter(grant -> turns(grant.condition(), turns))
          .forEach(read::add);
    }
    read.addAll(grants(reached(entered).values()));
    return rights(read, denied);
  }

  private static boolean turns(@Nullable Condition condition, Predicate<Condition> turns) {
    return condition != null && turns.test(condition);
  }

  /**
   * Returns the rights that a subject holds plainly now, with the resources on which it does and
   * the last end of each, in microseconds since 1970: without conditions, without activation,
   * whether of its own, of everyone of its type, or through groups.
   */
  public Map<String, Map<SubjectRef, Long>> plain(SubjectRef subject) {
    Map<String, Map<SubjectRef, Long>> plain = new HashMap<>();
    for (Reached each : plainly(starts(List.of(subject), true))) {
      List<IndexedGrant> grants =
          grants(List.of(each.node())).stream()
              .filter(grant -> grant.condition() == null && !grant.needsActivation())
              .filter(grant -> grant.hasBegun(now))
              .toList();
      for (Right right : rights(grants, false)) {
        plain
            .computeIfAbsent(right.key(), _ -> new HashMap<>())
            .merge(right.resource(), Math.min(right.until(), each.until()), Math::max);
      }
    }
    return plain;
  }

  /** A node, and the moment until which memberships lead to it. */
  private record Reached(Node node, long until) {}

  /** Walks up the groups without conditions, each once and by the ways that last longest. */
  private Collection<Reached> plainly(List<Node> starts) {
    Map<Ref, Reached> reached = new LinkedHashMap<>();
    PriorityQueue<Reached> next =
        new PriorityQueue<>(Comparator.comparingLong(Reached::until).reversed());
    starts.forEach(node -> next.add(new Reached(node, Right.ALWAYS)));
    while (!next.isEmpty()) {
      Reached each = next.remove();
      if (reached.putIfAbsent(each.node().ref(), each) == null) {
        for (Tuple membership : each.node().memberships()) {
          step(1);
          if (membership.condition() == null && membership.validAt(now)) {
            long until = Math.min(each.until(), membership.until());
            entered(membership).forEach(node -> next.add(new Reached(node, until)));
          }
        }
      }
    }
    return reached.values();
  }

  /** The roles that some subjects have or may have later. */
  public Set<String> roles(Collection<SubjectRef> subjects) {
    Set<String> roles = new TreeSet<>();
    for (IndexedGrant grant : grants(reached(starts(subjects, true)).values())) {
      Privilege privilege = privilege(grant);
      if (!grant.isDeny() && privilege.kind() == Privilege.Kind.ROLE) {
        roles.add(privilege.key());
      }
    }
    return roles;
  }

  /** Some subjects, everyone of their types, and the groups that they are or may be in. */
  public Set<SubjectRef> holders(Collection<SubjectRef> subjects) {
    Set<SubjectRef> holders = new HashSet<>(subjects);
    subjects.forEach(each -> holders.add(new SubjectRef(each.type(), Ref.EVERYONE)));
    reached(starts(subjects, true))
        .keySet()
        .forEach(ref -> holders.add(ref.toSubjectRef(snapshot.symbols())));
    return holders;
  }

  /**
   * Returns the attributes that conditions read of a subject or thing, as {@link
   * AttributeChange#readable} has them.
   */
  public Map<String, Object> attributes(SubjectRef of) {
    return starts(List.of(of), false).stream()
        .map(Node::entry)
        .filter(Objects::nonNull)
        .findFirst()
        .map(entry -> entry.readable(SubjectRef.isOfDirectory(of.type())))
        .orElse(Map.of());
  }

  private List<Node> starts(Collection<SubjectRef> subjects, boolean everyone) {
    taken = 0;
    List<Node> starts = new ArrayList<>();
    for (SubjectRef subject : subjects) {
      int type = snapshot.symbols().number(subject.type());
      Node named = type == Symbols.NONE ? null : snapshot.named(type, subject.id());
      if (named != null) {
        snapshot.forEachName(snapshot.resolve(named), starts::add);
      }
      Node all = everyone && type != Symbols.NONE ? snapshot.named(type, Ref.EVERYONE) : null;
      if (all != null) {
        starts.add(all);
      }
    }
    return starts;
  }

  /** The nodes of the active group that a membership leads to, now or later. */
  private List<Node> entered(Tuple membership) {
    Node group = snapshot.resolve(membership.object());
    Entry entry = group.entry();
    List<Node> entered = new ArrayList<>();
    if (entry != null && entry.active() && membership.until() > now) {
      snapshot.forEachName(group, entered::add);
    }
    return entered;
  }

  private Map<Ref, Node> reached(List<Node> starts) {
    Map<Ref, Node> reached = new LinkedHashMap<>();
    Deque<Node> next = new ArrayDeque<>(starts);
    while (!next.isEmpty()) {
      Node node = next.remove();
      if (reached.putIfAbsent(node.ref(), node) != null) {
        continue;
      }
      for (Tuple membership : node.memberships()) {
        step(1);
        next.addAll(entered(membership));
      }
    }
    return reached;
  }

  private List<IndexedGrant> grants(Collection<Node> nodes) {
    List<IndexedGrant> grants = new ArrayList<>();
    for (Node node : nodes) {
      if (node.grants() != null) {
        for (IndexedGrant grant : node.grants().all()) {
          step(1);
          if (grant.isActive() && !grant.hasEnded(now)) {
            grants.add(grant);
          }
        }
      }
    }
    return grants;
  }

  private Set<Right> rights(List<IndexedGrant> grants, boolean denied) {
    Set<Right> rights = new HashSet<>();
    for (IndexedGrant grant : grants) {
      if (grant.isDeny() == denied) {
        SubjectRef resource = resource(grant);
        Set<String> keys = powers.of(privilege(grant));
        step(keys.size());
        keys.stream()
            .filter(key -> isOfApplication(grant, key))
            .forEach(key -> rights.add(new Right(key, resource, grant.until())));
      }
    }
    return rights;
  }

  private boolean isOfApplication(IndexedGrant grant, String key) {
    return grant.application() == Symbols.NONE
        || Powers.isRole(key)
        || key.startsWith(snapshot.symbols().name(grant.application()) + ":");
  }

  private Privilege privilege(IndexedGrant grant) {
    return snapshot.privileges().privilege(grant.privilege());
  }

  private SubjectRef resource(IndexedGrant grant) {
    if (grant.scopeType() == Symbols.NONE) {
      return Right.ANY;
    }
    @Nullable Ref one = grant.scope();
    return new SubjectRef(
        snapshot.symbols().name(grant.scopeType()),
        one == null ? Ref.EVERYONE : snapshot.resolve(one).ref().id());
  }

  private void step(int more) {
    steps += more;
    taken += more;
    if (taken > MAX_STEPS || steps > MAX_ALL_STEPS) {
      throw new TooWideException();
    }
  }
}
