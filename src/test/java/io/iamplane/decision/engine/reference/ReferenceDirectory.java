package io.iamplane.decision.engine.reference;

import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.decision.engine.fact.GrantFact;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.fact.RelationFact.Subject;
import io.iamplane.decision.engine.fact.SubjectFact;
import io.iamplane.language.condition.Condition;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Names, entries and stored relations, as they are, in lists and maps of names. */
final class ReferenceDirectory {

  static final Set<String> DIRECTORY_TYPES = Set.of("user", "group", "service_account");

  private final Map<SubjectRef, SubjectFact> entries = new HashMap<>();
  private final Map<SubjectRef, SubjectFact> byExternalId = new HashMap<>();
  private final List<GrantFact> grants;
  private final List<Link> links = new ArrayList<>();
  private final List<Link> memberships;
  private final Map<SubjectRef, List<Link>> byObject;

  /** A relation or membership with its references resolved. */
  record Link(
      SubjectRef subject,
      @Nullable String userset,
      boolean everyone,
      String relation,
      SubjectRef object,
      @Nullable Condition condition,
      @Nullable Instant from,
      @Nullable Instant until,
      boolean membership) {

    boolean validAt(Instant now) {
      return (from == null || !now.isBefore(from)) && (until == null || now.isBefore(until));
    }
  }

  ReferenceDirectory(List<Fact> facts) {
    for (SubjectFact fact : only(facts, SubjectFact.class)) {
      entries.putIfAbsent(fact.ref(), fact);
      if (fact.externalId() != null) {
        byExternalId.putIfAbsent(new SubjectRef(fact.ref().type(), fact.externalId()), fact);
      }
    }
    grants = only(facts, GrantFact.class);
    for (RelationFact fact : only(facts, RelationFact.class)) {
      if (fact.object().type().equals("group") && fact.relation().equals("member")) {
        addMembership(fact.subject(), fact.object(), fact.condition(), fact.from(), fact.until());
      } else {
        links.add(
            link(
                fact.subject().ref(),
                fact.subject().relation(),
                fact.relation(),
                fact.object(),
                fact.condition(),
                fact.from(),
                fact.until(),
                false));
      }
    }
    memberships = links.stream().filter(Link::membership).toList();
    byObject = links.stream().collect(Collectors.groupingBy(Link::object));
  }

  static <T> List<T> only(List<Fact> facts, Class<T> type) {
    return facts.stream().filter(type::isInstance).map(type::cast).toList();
  }

  /** A group as a member means its members; another kind of userset is no member. */
  private void addMembership(
      Subject member,
      SubjectRef group,
      @Nullable Condition condition,
      @Nullable Instant from,
      @Nullable Instant until) {
    boolean nested = member.ref().type().equals("group") && !member.ref().id().equals("*");
    if (member.relation() == null || nested && member.relation().equals("member")) {
      String userset = nested ? "member" : null;
      links.add(link(member.ref(), userset, "member", group, condition, from, until, true));
    }
  }

  private Link link(
      SubjectRef subject,
      @Nullable String userset,
      String relation,
      SubjectRef object,
      @Nullable Condition condition,
      @Nullable Instant from,
      @Nullable Instant until,
      boolean membership) {
    return new Link(
        resolve(subject),
        userset,
        subject.id().equals("*"),
        relation,
        resolve(object),
        condition,
        from,
        until,
        membership);
  }

  List<Link> links() {
    return links;
  }

  /** The relations of one object; indexed, or the comparison takes all day. */
  List<Link> linksOf(SubjectRef object) {
    return byObject.getOrDefault(object, List.of());
  }

  List<Link> memberships() {
    return memberships;
  }

  /** Resolves an id first, then an external id, else keeps the name. */
  SubjectRef resolve(SubjectRef ref) {
    if (entry(ref) != null) {
      return ref;
    }
    SubjectFact named = byExternalId.get(ref);
    return named == null ? ref : named.ref();
  }

  /** The entry of a resolved name. */
  @Nullable SubjectFact entry(SubjectRef ref) {
    return entries.get(ref);
  }

  boolean known(SubjectRef resolved) {
    if (entry(resolved) != null) {
      return true;
    }
    if (DIRECTORY_TYPES.contains(resolved.type())) {
      return false;
    }
    return mentions(resolved);
  }

  /** Returns true if a relation or a permit mentions the name. */
  boolean mentions(SubjectRef resolved) {
    return links.stream().anyMatch(l -> l.subject().equals(resolved) || l.object().equals(resolved))
        || grants.stream()
            .filter(g -> g.effect() == GrantFact.Effect.PERMIT)
            .anyMatch(g -> resolve(g.subject()).equals(resolved));
  }

  /** Returns true if an object met on the way matches any subject. */
  boolean passesOn(SubjectRef resolved) {
    SubjectFact entry = entry(resolved);
    return entry == null ? !DIRECTORY_TYPES.contains(resolved.type()) : entry.active();
  }
}
