package io.iamplane.decision.engine.reference;

import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.decision.engine.fact.GrantFact;
import io.iamplane.decision.engine.fact.GrantFact.Effect;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.fact.SubjectFact;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.engine.reference.ReferenceCatalog.Found;
import io.iamplane.decision.engine.reference.ReferenceDirectory.Link;
import io.iamplane.language.condition.Attributes;
import io.iamplane.language.condition.Condition.Outcome;
import io.iamplane.language.condition.Root;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.language.relation.TypeDefinition;
import io.iamplane.shared.Aal;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The algorithm of the decision page, read line by line over plain lists and maps of names. */
public final class ReferenceEvaluator {

  private final ReferenceDirectory directory;
  private final ReferenceCatalog catalog;
  private final List<GrantFact> grants;
  private final List<Fact> facts;

  /**
   * An answer.
   *
   * @param matched the deciding grant's id, or null
   * @param orElse other reasons that are as right: of several errors the first one met may be told
   */
  public record Answer(
      ReasonCode reason,
      @Nullable String matched,
      @Nullable Aal requiredAal,
      Set<ReasonCode> orElse) {

    Answer(ReasonCode reason, @Nullable String matched, @Nullable Aal requiredAal) {
      this(reason, matched, requiredAal, Set.of());
    }

    public boolean gives(ReasonCode given) {
      return given == reason || orElse.contains(given);
    }
  }

  public ReferenceEvaluator(List<Fact> facts) {
    this.facts = facts;
    directory = new ReferenceDirectory(facts);
    catalog = new ReferenceCatalog(facts);
    grants =
        ReferenceDirectory.only(facts, GrantFact.class).stream()
            .sorted(Comparator.comparing(GrantFact::id))
            .toList();
  }

  public Answer decide(DecisionRequest request, Instant now) {
    return request.relations().isEmpty()
        ? decideByFacts(request, now)
        : new ReferenceEvaluator(withOwn(request.relations()))
            .decideByFacts(request.with(List.of()), now);
  }

  /** The relations of a request are as good as stored ones, but make no one a member. */
  private List<Fact> withOwn(List<RelationFact> relations) {
    List<Fact> all = new ArrayList<>(facts);
    for (RelationFact each : relations) {
      if (!(each.object().type().equals("group") && each.relation().equals("member"))) {
        all.add(each);
      }
    }
    return all;
  }

  private Answer decideByFacts(DecisionRequest request, Instant now) {
    ReasonCode unknown = catalog.unknown(request);
    if (unknown != null) {
      return new Answer(unknown, null, null);
    }
    Found found = catalog.find(request);
    ReasonCode elsewhere = resource(request, found);
    if (elsewhere != null) {
      return new Answer(elsewhere, null, found.requiredAal());
    }
    SubjectRef subject = directory.resolve(ref(request.subject()));
    if (request.subject().id().equals("*") || !directory.known(subject)) {
      return set(request, found, now);
    }
    SubjectFact entry = directory.entry(subject);
    if (entry != null && !entry.active()) {
      return new Answer(ReasonCode.SUBJECT_INACTIVE, null, found.requiredAal());
    }
    return decide(request, found, new ReferenceSubject(subject, null), now);
  }

  /** A subject that is unknown as one, and may be all of a set. */
  private Answer set(DecisionRequest request, Found found, Instant now) {
    String id = request.subject().id();
    boolean userset = id.matches(".+#[A-Za-z_](-?[A-Za-z0-9_])*");
    if (!userset && !id.equals("*")) {
      return new Answer(ReasonCode.SUBJECT_UNKNOWN, null, found.requiredAal());
    }
    if (found.permission() != null || !found.bound().isEmpty()) {
      return new Answer(ReasonCode.SUBJECT_IS_A_SET, null, found.requiredAal());
    }
    int hash = id.lastIndexOf('#');
    SubjectRef ref = new SubjectRef(request.subject().type(), userset ? id.substring(0, hash) : id);
    ReferenceSubject subject =
        new ReferenceSubject(directory.resolve(ref), userset ? id.substring(hash + 1) : null);
    ReasonCode refused = refused(subject, found);
    return refused != null
        ? new Answer(refused, null, found.requiredAal())
        : decide(request, found, subject, now);
  }

  private @Nullable ReasonCode refused(ReferenceSubject subject, Found found) {
    SubjectRef ref = subject.ref();
    String name = subject.userset();
    if (!(name == null ? directory.mentions(ref) : directory.known(ref))) {
      return ReasonCode.SUBJECT_UNKNOWN;
    }
    if (name == null) {
      return null;
    }
    RelationModel model = catalog.model(found.application());
    TypeDefinition type = model == null ? null : model.types().get(ref.type());
    boolean member = ref.type().equals("group") && name.equals("member");
    if (ref.id().equals("*") || !member && (type == null || !type.declares(name))) {
      return ReasonCode.SUBJECT_IS_A_SET;
    }
    SubjectFact entry = directory.entry(ref);
    return entry != null && !entry.active() ? ReasonCode.SUBJECT_INACTIVE : null;
  }

  /** A permission about resources of a type is asked on one of them. */
  private static @Nullable ReasonCode resource(DecisionRequest request, Found found) {
    if (found.permission() == null || found.permission().resourceType() == null) {
      return null;
    }
    if (request.asked() instanceof Asked.Permission asked && asked.held()) {
      return null;
    }
    Party resource = request.resource();
    if (resource == null) {
      return ReasonCode.RESOURCE_REQUIRED;
    }
    return resource.type().equals(found.permission().resourceType())
        ? null
        : ReasonCode.RESOURCE_TYPE_MISMATCH;
  }

  private Answer decide(
      DecisionRequest request, Found found, ReferenceSubject subject, Instant now) {
    ReferenceAttributes attributes = attributes(request, found, subject.ref(), now);
    ReferenceConditions conditions =
        new ReferenceConditions(catalog.model(found.application()), attributes, subject);
    Map<SubjectRef, Outcome> groups = groups(subject, attributes, now);
    Map<SubjectRef, Outcome> scopes = scopes(request, found, conditions, now);
    Map<GrantFact, Outcome> applying = new LinkedHashMap<>();
    for (GrantFact grant : grants) {
      if (ReferenceGrants.inForce(grant, now)) {
        Outcome aimed = Logic.and(who(grant, subject, groups), where(grant, request, scopes));
        // What is not aimed at them is false whatever its condition says.
        if (aimed != Outcome.FALSE) {
          applying.put(grant, Logic.and(aimed, Logic.of(grant.condition(), attributes)));
        }
      }
    }
    Optional<String> deny = first(applying, Effect.DENY, found);
    if (deny.isPresent()) {
      return new Answer(ReasonCode.EXPLICIT_DENY, deny.get(), found.requiredAal());
    }
    Optional<String> permit = first(applying, Effect.PERMIT, found);
    ReasonCode reason = ReasonCode.NO_MATCHING_GRANT;
    if (permit.isPresent()) {
      reason = ReasonCode.GRANTED_BY_GRANT;
    } else {
      Function<Function<Link, Outcome>, Outcome> related =
          each -> related(request, found, subject, groups, each, now);
      Outcome outcome = related.apply(conditions::of);
      if (outcome == Outcome.TRUE) {
        reason = ReasonCode.GRANTED_BY_RELATION;
      } else if (outcome == Outcome.ERROR) {
        return unknown(found, subject, conditions, related);
      }
    }
    boolean low = request.currentAal().compareTo(found.requiredAal()) < 0;
    return new Answer(
        low && reason != ReasonCode.NO_MATCHING_GRANT ? ReasonCode.STEP_UP_REQUIRED : reason,
        permit.orElse(null),
        found.requiredAal());
  }

  /**
   * Finds the reason of an unknown result: a missing parameter if any value of it leads to a
   * result.
   */
  private Answer unknown(
      Found found,
      ReferenceSubject subject,
      ReferenceConditions conditions,
      Function<Function<Link, Outcome>, Outcome> related) {
    ReasonCode otherwise =
        subject.isMany() ? ReasonCode.SUBJECT_IS_A_SET : ReasonCode.NO_MATCHING_GRANT;
    boolean missing = directory.links().stream().anyMatch(conditions::isMissing);
    boolean mistyped = directory.links().stream().anyMatch(conditions::isMistyped);
    if (rests(conditions::isMissing, conditions, related)) {
      return new Answer(ReasonCode.CONDITION_CONTEXT_MISSING, null, found.requiredAal());
    }
    Set<ReasonCode> possible = new HashSet<>();
    if (missing) {
      possible.add(ReasonCode.CONDITION_CONTEXT_MISSING);
    }
    if (rests(conditions::isMistyped, conditions, related)) {
      return new Answer(ReasonCode.CONDITION_CONTEXT_INVALID, null, found.requiredAal(), possible);
    }
    if (mistyped) {
      possible.add(ReasonCode.CONDITION_CONTEXT_INVALID);
    }
    return new Answer(otherwise, null, found.requiredAal(), possible);
  }

  private static boolean rests(
      Predicate<Link> on,
      ReferenceConditions conditions,
      Function<Function<Link, Outcome>, Outcome> related) {
    return Stream.of(Outcome.FALSE, Outcome.TRUE)
        .anyMatch(assumed ->
            related.apply(link -> on.test(link) ? assumed : conditions.of(link)) != Outcome.ERROR);
  }

  /** A permit needs all to be true; a deny applies unless something is false. */
  private Optional<String> first(Map<GrantFact, Outcome> applying, Effect effect, Found found) {
    return applying.entrySet().stream()
        .filter(entry -> entry.getKey().effect() == effect)
        .filter(entry ->
            entry.getValue() == Outcome.TRUE
                || effect == Effect.DENY && entry.getValue() == Outcome.ERROR)
        .map(Map.Entry::getKey)
        .filter(grant -> catalog.concerns(grant, found, effect == Effect.DENY))
        .map(GrantFact::id)
        .findFirst();
  }

  private static SubjectRef ref(Party party) {
    return new SubjectRef(party.type(), party.id());
  }

  private ReferenceAttributes attributes(
      DecisionRequest request, Found found, SubjectRef subject, Instant now) {
    Map<Root, Map<String, Object>> roots = new HashMap<>();
    roots.put(Root.SUBJECT, party(true, subject, request.subject()));
    Party resource = request.resource();
    if (resource != null) {
      roots.put(Root.RESOURCE, party(false, directory.resolve(ref(resource)), resource));
    }
    Map<String, Object> action = new HashMap<>();
    if (found.permission() == null) {
      action.put("name", Objects.requireNonNull(found.relation()));
    } else {
      String name = found.permission().action();
      action.put("name", name == null ? found.permission().key() : name);
      action.put("permission", found.permission().key());
    }
    roots.put(Root.ACTION, ReferenceAttributes.layered(action, request.action()));
    roots.put(Root.CONTEXT, request.context());
    roots.put(
        Root.REQUEST,
        Map.of(
            "time", now,
            "application", found.application(),
            "current_aal", request.currentAal().wire()));
    return new ReferenceAttributes(roots);
  }

  private Map<String, Object> party(boolean acts, SubjectRef resolved, Party party) {
    return ReferenceAttributes.party(acts, resolved, directory.entry(resolved), party.properties());
  }

  private Map<SubjectRef, Outcome> groups(
      ReferenceSubject subject, Attributes attributes, Instant now) {
    Map<SubjectRef, Outcome> in = new HashMap<>();
    if (subject.isUserset(subject.ref(), "member") && subject.ref().type().equals("group")) {
      in.put(subject.ref(), Outcome.TRUE);
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Link link : directory.memberships()) {
        if (!link.validAt(now) || !directory.passesOn(link.object())) {
          continue;
        }
        boolean itself =
            link.everyone() ? subject.isOf(link.subject().type()) : subject.is(link.subject());
        Outcome member = itself ? Outcome.TRUE : in.getOrDefault(link.subject(), Outcome.FALSE);
        if (member == Outcome.FALSE) {
          continue;
        }
        Outcome before = in.getOrDefault(link.object(), Outcome.FALSE);
        Outcome holds = Logic.of(link.condition(), attributes, subject);
        Outcome after = Logic.or(before, Logic.and(member, holds));
        if (after != before) {
          in.put(link.object(), after);
          changed = true;
        }
      }
    }
    return in;
  }

  private Map<SubjectRef, Outcome> scopes(
      DecisionRequest request, Found found, ReferenceConditions conditions, Instant now) {
    Map<SubjectRef, Outcome> covering = new HashMap<>();
    if (request.resource() == null) {
      return covering;
    }
    covering.put(directory.resolve(ref(request.resource())), Outcome.TRUE);
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Link link : directory.links()) {
        Outcome below = covering.getOrDefault(link.object(), Outcome.FALSE);
        if (below == Outcome.FALSE
            || !catalog.isParent(link, found.application())
            || !link.validAt(now)) {
          continue;
        }
        Outcome before = covering.getOrDefault(link.subject(), Outcome.FALSE);
        Outcome after = Logic.or(before, Logic.and(below, conditions.of(link)));
        if (after != before) {
          covering.put(link.subject(), after);
          changed = true;
        }
      }
    }
    return covering;
  }

  private Outcome who(GrantFact grant, ReferenceSubject subject, Map<SubjectRef, Outcome> groups) {
    if (grant.subject().id().equals("*")) {
      return subject.isOf(grant.subject().type()) ? Outcome.TRUE : Outcome.FALSE;
    }
    SubjectRef holder = directory.resolve(grant.subject());
    return subject.is(holder) ? Outcome.TRUE : groups.getOrDefault(holder, Outcome.FALSE);
  }

  private Outcome where(GrantFact grant, DecisionRequest request, Map<SubjectRef, Outcome> scopes) {
    SubjectRef scope = grant.scope();
    if (scope == null) {
      return Outcome.TRUE;
    }
    if (scope.id().equals("*")) {
      return request.resource() != null && request.resource().type().equals(scope.type())
          ? Outcome.TRUE
          : Outcome.FALSE;
    }
    SubjectRef resource = directory.resolve(scope);
    return scopes.getOrDefault(resource, Outcome.FALSE);
  }

  private Outcome related(
      DecisionRequest request,
      Found found,
      ReferenceSubject subject,
      Map<SubjectRef, Outcome> groups,
      Function<Link, Outcome> conditions,
      Instant now) {
    String relation = found.relation();
    Party resource = request.resource();
    if (relation == null || resource == null) {
      return Outcome.FALSE;
    }
    RelationModel model = catalog.model(found.application());
    return model == null
        ? Outcome.FALSE
        : new ReferenceRelations(directory, model, subject, groups, conditions, now)
            .holds(directory.resolve(ref(resource)), relation);
  }
}
