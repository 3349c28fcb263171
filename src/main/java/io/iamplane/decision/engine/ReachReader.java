package io.iamplane.decision.engine;

import io.iamplane.decision.engine.ClauseTerms.Scope;
import io.iamplane.decision.engine.fact.GrantFact.Privilege;
import io.iamplane.language.condition.Condition;
import io.iamplane.shared.SubjectRef;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the reach of subjects from one snapshot: all rights that count now or may count later,
 * including those through groups. A suspended subject counts as active, because it may become so.
 */
public final class ReachReader {

  /**
   * The limit on memberships and grants per question; a grant counts once for each of the terms of
   * its holder.
   */
  private static final int MAX_STEPS = 200_000;

  /** The limit on rights per question; a grant of a role adds all rights that it contains. */
  static final int MAX_RIGHTS = 2_000_000;

  private final PolicySnapshot snapshot;
  private final Powers powers;
  private final long now;
  private long steps;

  /**
   * A reader.
   *
   * @param now in microseconds since 1970
   */
  public ReachReader(PolicySnapshot snapshot, Powers powers, long now) {
    this.snapshot = snapshot;
    this.powers = powers;
    this.now = now;
  }

  /** More memberships and grants than one question may look at. */
  public static final class TooWideException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** Returns the number of memberships and grants that all questions visited so far. */
  public long steps() {
    return steps;
  }

  /**
   * Returns a subject's rights: its own, those of everyone of its type and those through groups.
   */
  public Reach of(SubjectRef subject) {
    return read(List.of(subject), true);
  }

  /**
   * Returns the rights of several subjects together, by one walk that visits shared groups once.
   */
  public Reach of(Collection<SubjectRef> subjects) {
    return read(subjects, true);
  }

  /**
   * Returns a subject's rights without those of everyone of its type; for a group, those that it
   * passes on.
   */
  public Reach own(SubjectRef subject) {
    return read(List.of(subject), false);
  }

  /** Returns the rights that any denial of the subject contains, with or without limits. */
  public Set<String> denied(SubjectRef subject) {
    Set<String> denied = new TreeSet<>();
    walk(
        starts(subject, true),
        (_, grant) -> {
          if (grant.isDeny()) {
            denied.addAll(powers.of(privilege(grant)));
          }
        });
    return denied;
  }

  /** The rights that some denial of one of some subjects contains which is limited to resources. */
  public Set<String> deniedWithin(Collection<SubjectRef> subjects) {
    Set<String> denied = new TreeSet<>();
    walk(
        starts(subjects, true),
        (_, grant) -> {
          if (grant.isDeny() && grant.scopeType() != Symbols.NONE) {
            denied.addAll(powers.of(privilege(grant)));
          }
        });
    return denied;
  }

  /**
   * Returns the denied rights of some subjects, with their scope, if the change may lift a denial.
   */
  public Reach freed(Collection<SubjectRef> subjects, AttributeChange change) {
    Reach freed = new Reach();
    walk(
        starts(subjects, true),
        (limits, grant) -> {
          ClauseTerms terms = limits.and(terms(grant));
          if (grant.isDeny()
              && terms.clauses().stream().anyMatch(clause -> clause.mayTurnFalse(change))) {
            ClauseTerms where =
                new ClauseTerms(terms.scope(), Set.of(), Long.MIN_VALUE, Long.MAX_VALUE);
            powers.of(privilege(grant)).forEach(right -> freed.add(right, where));
          }
        });
    return freed;
  }

  /** The roles that some subjects have or may have later. */
  public Set<String> roles(Collection<SubjectRef> subjects) {
    Set<String> roles = new TreeSet<>();
    walk(
        starts(subjects, true),
        (_, grant) -> {
          Privilege privilege = privilege(grant);
          if (!grant.isDeny() && privilege.kind() == Privilege.Kind.ROLE) {
            roles.add(privilege.key());
          }
        });
    return roles;
  }

  /** Some subjects, everyone of their types, and the groups that they are in or may be later. */
  public Set<SubjectRef> holders(Collection<SubjectRef> subjects) {
    Set<SubjectRef> holders = new HashSet<>(subjects);
    subjects.forEach(each -> holders.add(new SubjectRef(each.type(), Ref.EVERYONE)));
    new Walk(starts(subjects, true), Long.MIN_VALUE)
        .forEach(node -> holders.add(node.ref().toSubjectRef(snapshot.symbols())));
    return holders;
  }

  /**
   * A subject, everyone of its type, and the groups that it is or may be in, with the terms on
   * which it is.
   */
  public Map<SubjectRef, List<ClauseTerms>> holders(SubjectRef subject) {
    Map<SubjectRef, List<ClauseTerms>> holders = new HashMap<>();
    new Walk(starts(subject, true), now)
        .forEachEntered(
            (node, terms) -> holders.put(node.ref().toSubjectRef(snapshot.symbols()), terms));
    return holders;
  }

  /** Returns true if a relation gives the thing a parent. */
  public boolean isBelowAnother(SubjectRef thing) {
    return starts(thing, false).stream()
        .map(Node::tuples)
        .filter(Objects::nonNull)
        .flatMap(tuples -> Stream.of(tuples.of(snapshot.parentSymbol())))
        .anyMatch(tuple -> tuple.relation() == snapshot.parentSymbol());
  }

  /**
   * Finds the kinds of relations from a thing to some subjects with conditions that the change may
   * affect; empty when there are too many relations.
   *
   * @param relations the names of the relations to follow
   */
  public Optional<Set<ReadRelation>> readOnTheWay(
      SubjectRef thing,
      Collection<String> relations,
      AttributeChange change,
      Collection<SubjectRef> to) {
    return new ChainConditions(snapshot, change).find(thing, relations, to);
  }

  /** The same for the relations that put a thing below others, wherever these lead. */
  public Optional<Set<ReadRelation>> readAbove(SubjectRef thing, AttributeChange change) {
    int parent = snapshot.parentSymbol();
    return parent == Symbols.NONE
        ? Optional.of(Set.of())
        : new ChainConditions(snapshot, change)
            .find(thing, Set.of(snapshot.symbols().name(parent)), null);
  }

  /**
   * Returns the attributes that conditions read of a subject or thing, as {@link
   * AttributeChange#readable} has them.
   */
  public Map<String, Object> attributes(SubjectRef of) {
    return starts(of, false).stream()
        .map(Node::entry)
        .filter(Objects::nonNull)
        .findFirst()
        .map(entry -> entry.readable(SubjectRef.isOfDirectory(of.type())))
        .orElse(Map.of());
  }

  private Reach read(Collection<SubjectRef> subjects, boolean everyone) {
    Reach reach = new Reach();
    long[] added = new long[1];
    walk(
        starts(subjects, everyone),
        (limits, grant) -> {
          if (!grant.isDeny()) {
            ClauseTerms terms = limits.and(terms(grant));
            if (!terms.isOver(now)) {
              Set<String> rights = powers.of(privilege(grant));
              added[0] += rights.size();
              if (added[0] > MAX_RIGHTS) {
                throw new TooWideException();
              }
              rights.stream()
                  .filter(right -> isOfApplication(grant, right))
                  .forEach(right -> reach.add(right, terms));
            }
          }
        });
    return reach;
  }

  private List<Node> starts(Collection<SubjectRef> subjects, boolean everyone) {
    List<Node> starts = new ArrayList<>();
    subjects.forEach(each -> starts.addAll(starts(each, everyone)));
    return starts;
  }

  private List<Node> starts(SubjectRef subject, boolean everyone) {
    int type = snapshot.symbols().number(subject.type());
    List<Node> starts = new ArrayList<>();
    Node named = type == Symbols.NONE ? null : snapshot.named(type, subject.id());
    if (named != null) {
      addWithSecond(snapshot.resolve(named), starts);
    }
    Node all = everyone && type != Symbols.NONE ? snapshot.named(type, Ref.EVERYONE) : null;
    if (all != null) {
      starts.add(all);
    }
    return starts;
  }

  private void addWithSecond(Node node, List<Node> to) {
    to.add(node);
    Node second = snapshot.second(node);
    if (second != null) {
      to.add(second);
    }
  }

  private void walk(List<Node> starts, BiConsumer<ClauseTerms, IndexedGrant> each) {
    new Walk(starts, now).forEachGrant(each);
  }

  private boolean isOfApplication(IndexedGrant grant, String right) {
    return grant.application() == Symbols.NONE
        || Powers.isRole(right)
        || right.startsWith(snapshot.symbols().name(grant.application()) + ":");
  }

  private Privilege privilege(IndexedGrant grant) {
    return snapshot.privileges().privilege(grant.privilege());
  }

  private ClauseTerms terms(IndexedGrant grant) {
    Set<Clause> clauses = clauses(grant.condition());
    if (grant.needsActivation()) {
      clauses.add(Clause.ACTIVATION);
    }
    return new ClauseTerms(scope(grant), clauses, grant.from(), grant.until());
  }

  private @Nullable Scope scope(IndexedGrant grant) {
    if (grant.scopeType() == Symbols.NONE) {
      return null;
    }
    Ref scope = grant.scope();
    return new Scope(
        snapshot.symbols().name(grant.scopeType()),
        scope == null ? Ref.EVERYONE : snapshot.resolve(scope).ref().id());
  }

  private static Set<Clause> clauses(@Nullable Condition condition) {
    Set<Clause> clauses = new HashSet<>();
    if (condition != null) {
      clauses.add(Clause.of(condition));
    }
    return clauses;
  }

  /** One walk up the groups; each is entered again only on terms that are wider in some way. */
  private final class Walk {

    private final Map<Ref, WidestTerms> entered = new HashMap<>();
    private final Map<Ref, Node> nodes = new HashMap<>();
    private final Deque<Map.Entry<Node, ClauseTerms>> next = new ArrayDeque<>();
    private int taken;

    Walk(List<Node> starts, long notBefore) {
      starts.forEach(start -> enter(start, ClauseTerms.ALWAYS));
      while (!next.isEmpty()) {
        Map.Entry<Node, ClauseTerms> at = next.remove();
        for (Tuple membership : at.getKey().memberships()) {
          step();
          follow(membership, at.getValue(), notBefore);
        }
      }
    }

    private void follow(Tuple membership, ClauseTerms terms, long notBefore) {
      Node group = snapshot.resolve(membership.object());
      Entry entry = group.entry();
      ClauseTerms limited =
          terms.and(
              new ClauseTerms(
                  null, clauses(membership.condition()), membership.from(), membership.until()));
      if (entry != null && entry.active() && !limited.isOver(notBefore)) {
        enter(group, limited);
        Node second = snapshot.second(group);
        if (second != null) {
          enter(second, limited);
        }
      }
    }

    private void enter(Node node, ClauseTerms terms) {
      if (entered.computeIfAbsent(node.ref(), _ -> new WidestTerms()).add(terms)) {
        nodes.put(node.ref(), node);
        next.add(Map.entry(node, terms));
      }
    }

    void forEachEntered(BiConsumer<Node, List<ClauseTerms>> each) {
      nodes.forEach((ref, node) -> each.accept(node, terms(ref)));
    }

    void forEach(Consumer<Node> each) {
      nodes.values().forEach(each);
    }

    void forEachGrant(BiConsumer<ClauseTerms, IndexedGrant> each) {
      nodes.forEach((ref, node) -> {
        if (node.grants() != null) {
          List<ClauseTerms> all = terms(ref);
          for (IndexedGrant grant : node.grants().all()) {
            step();
            if (grant.isActive() && !grant.hasEnded(now)) {
              step(all.size() - 1);
              all.forEach(terms -> each.accept(terms, grant));
            }
          }
        }
      });
    }

    private List<ClauseTerms> terms(Ref ref) {
      WidestTerms widest = entered.get(ref);
      return widest == null ? List.of() : widest.all();
    }

    private void step() {
      step(1);
    }

    private void step(int more) {
      steps += more;
      taken += more;
      if (taken > MAX_STEPS) {
        throw new TooWideException();
      }
    }
  }
}
