package io.iamplane.escalation;

import io.iamplane.decision.engine.ClauseTerms;
import io.iamplane.decision.engine.Reach;
import io.iamplane.grant.relation.Relation;
import io.iamplane.grant.relation.RelationKind;
import io.iamplane.grant.relation.RelationService;
import io.iamplane.language.relation.RelationSource;
import io.iamplane.language.relation.RelationSource.Sign;
import io.iamplane.shared.SubjectRef;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The rights by relations, of subjects and of the caller's accounts at the end of chains, for one
 * change: the relations of the caller's accounts are read once, regardless of the number of
 * changes.
 */
final class RelationHolders {

  /** The maximum number of relations of one subject; beyond it, all rights of the models count. */
  private static final int MOST_RELATIONS = 1_000;

  /** More questions of the index are not asked; the hand counts as having all. */
  static final int MOST_LOOKUPS = 20_000;

  private final RelationService relations;
  private final Judgement judgement;
  private final RelationRights rights;
  private final Map<Asked, List<Relation>> found = new HashMap<>();
  private final Map<Set<RelationSource>, Boolean> ended = new IdentityHashMap<>();
  private int questions;
  private @Nullable Set<RelationKind> handed;
  private @Nullable Predicate<String> lacking;

  RelationHolders(RelationService relations, Judgement judgement, RelationRights rights) {
    this.relations = relations;
    this.judgement = judgement;
    this.rights = rights;
  }

  /** Counts the database queries. */
  int questions() {
    return questions;
  }

  /** The key of a query for the relations of a subject with a sign. */
  private record Asked(SubjectRef subject, Sign sign) {}

  /**
   * Returns the rights of a subject by its relations, by those of its groups and of everyone, and
   * on itself.
   */
  Reach held(SubjectRef subject, Sign sign) {
    Reach reach = sign == Sign.GIVES ? rights.onItself(subject) : new Reach();
    if (rights.all(sign).isEmpty()) {
      return reach;
    }
    Map<SubjectRef, List<ClauseTerms>> holders = judgement.reader().holders(subject);
    List<Relation> all = relations(subject, sign, holders);
    if (all.size() > MOST_RELATIONS) {
      reach.addAll(rights.all(sign));
      return reach;
    }
    for (Relation relation : all) {
      Reach given = rights.direct(relation, sign);
      Reach more = isEveryones(relation) ? given.only(lacking()) : given;
      under(holders, relation.subject()).forEach(terms -> add(reach, more, terms));
    }
    holders.forEach((holder, terms) -> {
      if (holder.type().equals(SubjectRef.GROUP)) {
        terms.forEach(each -> add(reach, rights.ofMembers(sign), each));
      }
    });
    return reach;
  }

  /**
   * Returns the rights of the caller's accounts by chains through a subject itself, or through its
   * memberships.
   */
  Reach through(SubjectRef subject, Sign sign) {
    Reach reach = throughMembers(subject, sign);
    if (rights.beyondAll(sign, this::isEnded).isEmpty()) {
      return reach;
    }
    for (Relation relation : relations(subject, sign, judgement.reader().holders(subject))) {
      reach.addAll(through(relation, sign));
    }
    return reach;
  }

  /**
   * Returns the rights of the caller's accounts by chains through the members of a group, or of the
   * groups that contain it.
   */
  Reach throughMembers(SubjectRef group, Sign sign) {
    return throughMembers(group, sign, this::isEnded);
  }

  /** Returns the rights by such chains of any subject, present or future. */
  Reach throughMembersForAll(SubjectRef group, Sign sign) {
    return throughMembers(group, sign, _ -> true);
  }

  private Reach throughMembers(SubjectRef group, Sign sign, Predicate<Set<RelationSource>> which) {
    Reach most = rights.beyondAll(sign, which);
    if (most.isEmpty()) {
      return most;
    }
    Map<SubjectRef, List<ClauseTerms>> holders = judgement.reader().holders(group);
    List<Relation> all = relations(group, sign, holders);
    if (all.size() > MOST_RELATIONS) {
      return most;
    }
    Reach reach = new Reach();
    // Through the group as a thing, too: its members may be asked for there.
    all.stream()
        .filter(relation -> relation.subject().type().equals(SubjectRef.GROUP))
        .forEach(relation -> reach.addAll(rights.beyond(relation, sign, which)));
    boolean grouped =
        holders.keySet().stream().anyMatch(each -> each.type().equals(SubjectRef.GROUP));
    if (grouped) {
      reach.addAll(rights.beyondMembers(sign, which));
    }
    return reach;
  }

  /** Returns the rights of the caller's accounts by chains through a relation. */
  Reach through(Relation relation, Sign sign) {
    return rights.beyond(relation, sign, this::isEnded);
  }

  private List<Relation> relations(
      SubjectRef subject, Sign sign, Map<SubjectRef, List<ClauseTerms>> holders) {
    Asked asked = new Asked(subject, sign);
    List<Relation> known = found.get(asked);
    if (known == null) {
      questions++;
      known =
          relations.of(
              judgement.organization(), holders.keySet(), rights.kinds(sign), MOST_RELATIONS + 1);
      found.put(asked, known);
    }
    return known;
  }

  private boolean isEnded(Set<RelationSource> ends) {
    return ended.computeIfAbsent(ends, this::hasOne);
  }

  private boolean hasOne(Set<RelationSource> ends) {
    return judgement.hand().isLarge()
        || ends.stream()
            .anyMatch(end -> isOfMembers(end) || handed().contains(RelationRights.kind(end)));
  }

  private boolean isOfMembers(RelationSource end) {
    return end.equals(RelationSource.ofMembers(end.sign()))
        && judgement.hand().holders().stream()
            .anyMatch(each -> each.type().equals(SubjectRef.GROUP));
  }

  private Set<RelationKind> handed() {
    Set<RelationKind> known = handed;
    if (known == null) {
      Set<RelationKind> ends = rights.ends();
      Set<SubjectRef> holders = judgement.hand().holders();
      questions++;
      known =
          (long) ends.size() * holders.size() > MOST_LOOKUPS
              ? ends
              : relations.kinds(judgement.organization(), holders, ends);
      handed = known;
    }
    return known;
  }

  /** Returns true if a relation holds for everyone of the caller's type, always. */
  private boolean isEveryones(Relation relation) {
    return relation.subject().equals(new SubjectRef(judgement.caller().subject().type(), "*"))
        && relation.condition() == null
        && relation.namedCondition() == null
        && relation.validFrom() == null
        && relation.validUntil() == null;
  }

  /** Selects rights of everyone that the caller may lack: denied, or excluded by the model. */
  private Predicate<String> lacking() {
    Predicate<String> known = lacking;
    if (known == null) {
      Set<String> denied = judgement.reader().denied(judgement.caller().subject());
      known = right -> denied.contains(right) || rights.isTaken(right);
      lacking = known;
    }
    return known;
  }

  private void add(Reach reach, Reach given, ClauseTerms terms) {
    reach.addAll(given.under(terms, judgement.now()));
  }

  private static List<ClauseTerms> under(
      Map<SubjectRef, List<ClauseTerms>> holders, SubjectRef subject) {
    return holders.getOrDefault(subject, List.of(ClauseTerms.ALWAYS));
  }
}
